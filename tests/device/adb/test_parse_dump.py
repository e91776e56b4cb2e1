from __future__ import annotations

from typing import Any

import pytest
from string_cases import string_cases

from gui_rec.device.adb.parse_dump import DumpKind, parse_dump_failure
from gui_rec.errors import HierarchyError
from gui_rec.model.flags import MissingReason
from gui_rec.ui.parse import parse_hierarchy


@pytest.mark.parametrize("case", string_cases("uiautomator_stdout"), ids=lambda case: case["raw"][:30])
def test_what_uiautomator_prints(case: dict[str, Any]) -> None:
    failure = parse_dump_failure(case["raw"], case.get("rc"))
    expect = case["expect"]
    if expect.startswith("dump_") and "<hierarchy" not in case["raw"]:
        assert failure is not None
        assert failure.kind.value == expect
        return
    assert failure is None, "the success line says nothing; the file decides"
    if expect == "dump_empty":
        with pytest.raises(HierarchyError) as raised:
            parse_hierarchy(case["raw"])
        assert raised.value.reason == "dump_empty"


@pytest.mark.parametrize(
    ("output", "status", "kind", "reason"),
    [
        ("ERROR: could not get idle state.\n", 0, DumpKind.NOT_IDLE, MissingReason.DUMP_NOT_IDLE),
        ("Killed \n", 0, DumpKind.KILLED, MissingReason.DUMP_KILLED),
        ("", 137, DumpKind.KILLED, MissingReason.DUMP_KILLED),
        (
            "java.lang.IllegalStateException: UiAutomationService X already registered!",
            0,
            DumpKind.BUSY,
            MissingReason.DUMP_CRASHED,
        ),
        ("java.lang.NullPointerException", 1, DumpKind.CRASHED, MissingReason.DUMP_CRASHED),
        ("", 1, DumpKind.CRASHED, MissingReason.DUMP_CRASHED),
        ("ERROR: something new", 0, DumpKind.CRASHED, MissingReason.DUMP_CRASHED),
        ("Illegal character (d83d)", 0, DumpKind.ILLEGAL_CHAR, MissingReason.DUMP_CRASHED),
    ],
)
def test_failures_have_a_kind_and_a_reason(
    output: str, status: int, kind: DumpKind, reason: MissingReason
) -> None:
    failure = parse_dump_failure(output, status)
    assert failure is not None
    assert (failure.kind, failure.reason) == (kind, reason)
    assert failure.message


def test_a_busy_service_is_named() -> None:
    failure = parse_dump_failure("UiAutomationService already registered!", 0)
    assert failure is not None
    assert "uiautomator2" in failure.message


def test_killed_inside_other_words_is_no_failure() -> None:
    assert parse_dump_failure("Killed\nUI hierchary dumped to: /x\n", 0) is None
