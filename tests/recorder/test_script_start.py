"""Where a script goes on that was cut off."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.errors import UsageError
from gui_rec.model.actions import Key, Tap
from gui_rec.recorder.script_start import ScriptStart, start_after, start_at
from gui_rec.recorder.sources.script import ScriptLine


def a_line(number: int, raw: str, actions: int = 1) -> ScriptLine:
    return ScriptLine(f"s.jsonl:{number}", raw, "canonical", "norm01", (Tap(0.5, 0.5),) * actions, {})


LINES = (a_line(1, "one"), a_line(4, "two", actions=2), a_line(5, 'type "hunter2" now'))


@pytest.mark.parametrize(
    ("kept", "start"),
    [
        ([], ScriptStart(0, 4, "s.jsonl:1")),
        (["one"], ScriptStart(1, 4, "s.jsonl:4")),
        (["one", "two"], ScriptStart(2, 4, "s.jsonl:4")),
        (["one", "two", "two"], ScriptStart(3, 4, "s.jsonl:5")),
        (["one", "two", "two", 'type "${password}" now'], ScriptStart(4, 4, None)),
        (["[masked]", "two", "two"], ScriptStart(3, 4, "s.jsonl:5")),
    ],
)
def test_what_is_recorded_is_left_out(kept: list[str], start: ScriptStart) -> None:
    assert start_after(LINES, kept) == start


@pytest.mark.parametrize(
    ("kept", "says"),
    [
        (["two"], r"step 0 was not made from s\.jsonl:1: expected 'one', got 'two'"),
        ([None], "got a step without a line"),
        (["one", "two", "two", 'type "${password}" then'], "step 3 was not made"),
        (["one", "two", "two", 'type "${password}" now', "more"], "5 steps are recorded, the script has 4"),
        (["one" + "x" * 99], "…"),
    ],
)
def test_what_is_not_the_scripts_beginning_is_refused(kept: list[str | None], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        start_after(LINES, kept)


@pytest.mark.parametrize(("number", "skipped"), [(1, 0), (2, 1), (4, 1), (5, 3)])
def test_a_line_of_the_file_is_a_start(number: int, skipped: int) -> None:
    assert start_at(LINES, number).skip_actions == skipped


def test_a_line_behind_the_last_is_refused() -> None:
    with pytest.raises(UsageError, match="whose last action is line 5"):
        start_at(LINES, 6)


@given(st.lists(st.text(max_size=6), min_size=2, max_size=5), st.lists(st.text(max_size=4), min_size=5))
def test_any_withheld_part_matches(parts: list[str], secrets: list[str]) -> None:
    said = parts[0] + "".join(secret + part for secret, part in zip(secrets, parts[1:], strict=False))
    line = ScriptLine("s:1", said, "canonical", "norm01", (Key("BACK"),), {})
    assert start_after([line], ["${text}".join(parts)]).where is None
