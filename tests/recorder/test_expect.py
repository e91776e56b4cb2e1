from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Facts, Observation
from gui_rec.model.selector import Selector
from gui_rec.recorder.expect import (
    MOST_ANSWER,
    AppProbe,
    FactProbe,
    Probe,
    Question,
    ScreenProbe,
    ShellProbe,
    evaluate,
    questions_of,
)
from gui_rec.testing.builders import Element, observation
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Tree
from gui_rec.ui.wanted import Relation, Wanted

SEEN = replace(
    observation(
        [
            Element(Rect(0, 0, 50, 20), "Total $5.00", "app:id/total"),
            Element(Rect(0, 30, 50, 50), "Buy"),
            Element(Rect(0, 60, 50, 80), "Buy"),
        ],
        package="com.example.shop",
        activity=".Cart",
    ),
    facts=Facts(named=(("cart", "2"), ("lost", None))),
)
TREE = parse_hierarchy(SEEN.ui_xml or "")
BATTERY = ("dumpsys", "battery")


def same(text: str) -> Wanted:
    return Wanted(Relation.EQUALS, text)


def part(text: str) -> Wanted:
    return Wanted(Relation.CONTAINS, text)


def screen(wanted: Wanted | None = None, present: bool = True, **keys: str) -> ScreenProbe:
    return ScreenProbe(Selector(**keys), "{}", present, wanted)  # type: ignore[arg-type]


def told(probe: Probe, seen: Observation = SEEN, tree: Tree | None = TREE) -> tuple[str | None, bool | None]:
    answers: dict[Question, str | None] = {BATTERY: " level: 80\n", ("getprop", "x"): None}
    (found,) = evaluate([probe], seen, tree, answers)
    assert found.probe
    assert found.expected
    return found.answer, found.passed


@pytest.mark.parametrize(
    ("probe", "answer", "passed"),
    [
        (screen(text="Buy"), "2 matches", True),
        (screen(text="Sell"), "0 matches", False),
        (screen(text="Sell", present=False), "0 matches", True),
        (screen(resource_id="app:id/total", present=False), "1 match", False),
        (screen(part("5.00"), resource_id="app:id/total"), "Total $5.00", True),
        (screen(same("5.00"), resource_id="app:id/total"), "Total $5.00", False),
        (screen(Wanted(Relation.MATCHES, r"Total \$\d\.\d\d"), resource_id="app:id/total"), "Total $5.00", True),
        (screen(same("Buy"), text="Buy"), "2 matches", False),
        (AppProbe(package="com.example.shop"), "com.example.shop", True),
        (AppProbe(package="com.example"), "com.example.shop", False),
        (AppProbe(activity=".Cart"), "com.example.shop/com.example.shop.Cart", True),
        (AppProbe("com.example.shop", "com.example.shop.Cart"), "com.example.shop/com.example.shop.Cart", True),
        (AppProbe("org.other", ".Cart"), "com.example.shop/com.example.shop.Cart", False),
        (FactProbe("cart", same("2")), "2", True),
        (FactProbe("lost", same("2")), None, None),
        (FactProbe("unknown", same("2")), None, None),
        (ShellProbe("shell", BATTERY, same("level: 80")), "level: 80", True),
        (ShellProbe("shell", BATTERY, part("81")), "level: 80", False),
        (ShellProbe("setting", ("getprop", "x"), same("1")), None, None),
    ],
)  # fmt: skip
def test_each_probe_has_its_answer(probe: Probe, answer: str | None, passed: bool | None) -> None:
    assert told(probe) == (answer, passed)


@pytest.mark.parametrize(
    "probe",
    [
        screen(text="Buy"),
        screen(text="Buy", present=False),
        screen(same("x"), text="Buy"),
        AppProbe(package="com.example.shop"),
        AppProbe(activity=".Cart"),
        FactProbe("cart", same("2")),
    ],
)
def test_a_screen_that_could_not_be_seen_is_no_answer(probe: Probe) -> None:
    assert told(probe, Observation(), None) == (None, None)


def test_each_question_is_asked_once() -> None:
    probes: list[Probe] = [
        ShellProbe("shell", BATTERY, same("a")),
        screen(text="x"),
        ShellProbe("shell", BATTERY, part("b")),
    ]
    assert questions_of(probes) == (BATTERY,)


def test_a_long_answer_is_judged_whole_and_stored_short() -> None:
    probe = ShellProbe("shell", BATTERY, part("end"))
    (found,) = evaluate([probe], SEEN, TREE, {BATTERY: "x" * 3000 + "end"})
    assert found.passed
    assert len(found.answer or "") == MOST_ANSWER


def test_a_pattern_that_takes_too_long_decides_nothing() -> None:
    wanted = Wanted(Relation.MATCHES, "(a{0,50}){0,50}b")
    assert wanted.holds("a" * 200_000) is None


@given(st.text(), st.text())
def test_relations_mean_what_they_say(text: str, answer: str) -> None:
    assert Wanted(Relation.EQUALS, text).holds(text)
    assert Wanted(Relation.EQUALS, text).holds(answer) is (text == answer)
    assert Wanted(Relation.CONTAINS, text).holds(answer + text + answer)
