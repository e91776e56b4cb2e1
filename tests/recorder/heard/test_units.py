from __future__ import annotations

import pytest
from hearing import SCREEN

from gui_rec.model.actions import Key, Tap
from gui_rec.recorder.heard._api import QUERY, Heard, Kind, acted, opaque, state_change
from gui_rec.recorder.heard.grammar import parse
from gui_rec.recorder.heard.syntax import Link
from gui_rec.recorder.heard.units import Unit, gathered, named, row_of, untellable
from gui_rec.recorder.heard.words import UntellableError


def row(line: str) -> list[Unit]:
    return row_of(line, parse(line), SCREEN)


def test_each_command_is_a_unit_that_runs_alone() -> None:
    units = row("ls; input tap 1 2 >/dev/null && sleep 1")
    assert [(unit.link, unit.text, unit.acts) for unit in units] == [
        (Link.FIRST, "ls", False),
        (Link.THEN, "input tap 1 2 >/dev/null", True),
        (Link.AND, "sleep 1", False),
    ]


def test_keys_of_one_call_are_units_that_follow_each_other() -> None:
    units = row("ls; su 0 input keyevent 4 66 66 2>/dev/null")[1:]
    assert [(unit.link, unit.text, unit.whole) for unit in units] == [
        (Link.THEN, "su 0 input keyevent 4 2>/dev/null", (True, False)),
        (Link.AND, "su 0 input keyevent 66 66 2>/dev/null", (False, True)),
    ]
    assert [unit.said.heard.action for unit in units] == [Key("BACK"), Key("ENTER", 2)]
    assert len({unit.item for unit in units}) == 1


def test_keys_behind_or_stay_together() -> None:
    unit = row("ls || input keyevent 4 66")[-1]
    assert unit.said.heard.kind is Kind.OPAQUE


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("{ ls; input tap 1 2; } 2>/dev/null", Kind.ACTION),
        ("{ ls && input tap 1 2; } 2>/dev/null", Kind.OPAQUE),
        ("{ ls || input tap 1 2; } 2>/dev/null", Kind.OPAQUE),
        ("{ ls && input tap 1 2; ls; } 2>/dev/null", Kind.OPAQUE),
        ("{ input tap 1 2; input tap 3 4; } 2>/dev/null", Kind.OPAQUE),
        ("{ exit; input tap 1 2; } 2>/dev/null", Kind.OPAQUE),
        ("{ ls; screencap; } 2>/dev/null", Kind.SCREENSHOT),
        ("{ input motionevent DOWN 1 1; ls; } 2>/dev/null", Kind.OPAQUE),
    ],
)
def test_commands_that_stay_together_are_one_meaning(line: str, kind: Kind) -> None:
    (unit,) = row(line)
    assert unit.said.heard.kind is kind


def test_a_subshell_loses_nothing_and_a_group_does() -> None:
    assert row("(cd /x) 2>/dev/null")[0].said.loses is None
    assert row("{ cd /x; } 2>/dev/null")[0].said.loses == "`cd`"
    assert row("X=1")[0].said.loses == "a variable"
    assert row("ls | read x")[0].said.loses == "`read`"


def test_what_is_done_together_is_the_act_with_all_notes() -> None:
    tap = acted(Tap(0.5, 0.5), "a")
    whole = gathered([state_change("b"), Heard(Kind.SCREENSHOT), tap])
    assert whole == Heard(Kind.ACTION, Tap(0.5, 0.5), "a; b", changes_state=True)
    assert gathered([]) == QUERY
    assert gathered([Heard(Kind.SCREENSHOT), Heard(Kind.HIERARCHY)]).kind is Kind.HIERARCHY


def test_acts_are_named_in_few_words() -> None:
    units = [unit for unit in row("; ".join(f"input keyevent {code}" for code in range(3, 15))) if unit.acts]
    assert named(units).startswith("key 'HOME', key 'BACK'")
    assert named(units).endswith("and 4 more")


def test_what_cannot_be_read_acts_only_with_acting_words() -> None:
    assert untellable("for x", UntellableError("`for`")) == QUERY
    assert untellable("for x; do input tap 1 2", UntellableError("`for`")).kind is Kind.OPAQUE
    assert opaque("x").acts
