"""The decision on hand-made transitions, code by code."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from observations import full, look, shown
from shop import SHOP, button, label, tap

from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Missing, Observation, StateKey
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.judge import MAX_EDITS, Circumstances, judge, judge_pre
from gui_rec.testing.builders import TEXT_FIELD, Element, png

LIST = shown(SHOP["list"].elements, activity=".List")
ITEM = shown(SHOP["item"].elements, activity=".Item")
CART = shown(SHOP["cart"].elements, activity=".Cart")
STEP = Step(0, LIST, tap(40), ITEM)


def item(*elements: Element) -> Observation:
    return shown(elements, activity=".Item")


def without(text: str) -> Observation:
    return item(*(e for e in SHOP["item"].elements if e.text != text))


def test_the_recorded_transition_is_a_match() -> None:
    judged = judge(STEP, LIST, ITEM)
    assert (judged.verdict, judged.code, judged.outcome) == (Verdict.MATCH, Code.OK, "recorded")
    assert judged.confidence == 0.98
    assert judged.deciding is None


def test_two_empty_or_two_black_observations_are_unknown() -> None:
    empty = shown(())
    for nothing in (
        Observation(),
        Observation(ui_xml=empty.ui_xml, state_key=empty.state_key, package="a"),
        full(replace(empty, screenshot=png(colour=(255, 255, 255)))),
        full(replace(empty, screenshot=png(colour=(0, 0, 0)))),
        replace(empty, ui_xml=None, state_key=None, screenshot=png(colour=(0, 0, 0))),
    ):
        judged = judge(Step(0, LIST, tap(40), nothing), LIST, nothing)
        assert judged.verdict is Verdict.UNKNOWN
        assert not judged.verdict.successful


def test_a_failed_capture_is_unknown_and_says_why() -> None:
    lost = Observation(missing=(Missing("ui_xml", MissingReason.DUMP_NULL_ROOT),))
    judged = judge(STEP, LIST, lost)
    assert judged.code is Code.OBSERVATION_FAILED
    assert "dump_null_root" in judged.detail


def test_no_effect_comes_before_the_state() -> None:
    judged = judge(STEP, LIST, LIST)
    assert judged.code is Code.NO_EFFECT
    assert judged.deciding is not None
    assert judged.deciding.numbers["recorded_edits"] != 0


def test_a_recorded_step_without_effect_may_have_none() -> None:
    assert judge(Step(0, LIST, tap(200), LIST), LIST, LIST).verdict is Verdict.MATCH


def test_no_effect_although_a_banner_moved_by_itself() -> None:
    banner = tuple(
        replace(e, text="Another banner") if e.text.startswith("Two") else e for e in SHOP["list"].elements
    )
    moved = shown(banner, activity=".List")
    path = next(e.path for e in look(banner).nodes() if e.text == "Another banner")
    judged = judge(STEP, LIST, moved, Circumstances(volatile=frozenset({path})))
    assert judged.code is Code.NO_EFFECT


@pytest.mark.parametrize(
    ("seen", "reason"),
    [
        (
            item(*(replace(e, text="$6.00") if e.text == "$5.00" else e for e in SHOP["item"].elements)),
            "TEXT_CHANGED",
        ),
        (item(*(replace(e, text="x") if e.is_field else e for e in SHOP["item"].elements)), "VALUE_MISMATCH"),
        (
            item(*(replace(e, enabled=False) if e.clickable else e for e in SHOP["item"].elements)),
            "STATE_CHANGED",
        ),
        (without("Add to cart"), "ELEMENT_MISSING"),
    ],
)
def test_the_sub_reasons_of_a_state_mismatch(seen: Observation, reason: str) -> None:
    judged = judge(STEP, LIST, seen)
    assert judged.code is Code.STATE_MISMATCH
    assert judged.detail.startswith(reason)
    assert judged.evidence["edit_count"] != 0


def test_reordered_rows_are_a_mismatch() -> None:
    rows = [label(20 * i, f"Row {i}") for i in range(1, 6)]
    swapped = [
        replace(row, bounds=other.bounds) for row, other in zip((rows[1], rows[0]), rows[:2], strict=True)
    ]
    recorded = Step(0, LIST, tap(40), shown(rows))
    judged = judge(recorded, LIST, shown([*swapped, *rows[2:]]))
    assert judged.code is Code.STATE_MISMATCH
    assert judged.detail.startswith("ORDER_CHANGED")


def test_a_renamed_id_is_acceptable() -> None:
    renamed = item(*(replace(e, resource_id=e.resource_id + "2") for e in SHOP["item"].elements))
    judged = judge(STEP, LIST, renamed)
    assert judged.verdict is Verdict.ACCEPTABLE
    assert judged.code is Code.OK
    assert judged.detail.startswith("ID_CHANGED")


def test_what_changes_by_itself_is_acceptable() -> None:
    elements = tuple(replace(e, text="$6.00") if e.text == "$5.00" else e for e in SHOP["item"].elements)
    path = next(n.path for n in look(elements).nodes() if n.text == "$6.00")
    judged = judge(STEP, LIST, item(*elements), Circumstances(volatile=frozenset({path})))
    assert judged.verdict is Verdict.ACCEPTABLE
    assert judged.detail.startswith("CHANGED_BY_ITSELF")


def test_an_item_that_was_added_twice() -> None:
    def cart(*rows: str) -> Observation:
        return shown(
            [label(4, "Cart"), label(20, "Pay"), *(label(40 + 24 * i, r) for i, r in enumerate(rows))]
        )

    recorded = Step(0, cart("Tea"), tap(40), cart("Tea", "Milk"))
    assert judge(recorded, cart("Tea"), cart("Tea", "Milk", "Milk")).code is Code.DOUBLE_EFFECT
    assert judge(recorded, cart("Tea"), cart("Tea", "Bread")).code is Code.STATE_MISMATCH


def test_a_counter_that_went_two_steps() -> None:
    def count(n: int) -> Observation:
        return shown(
            [label(4, "Cart"), label(40, f"{n} in your cart", "app:id/n"), button(70, "Add", "app:id/a")]
        )

    recorded = Step(0, count(1), tap(70), count(2))
    judged = judge(recorded, count(1), count(3))
    assert judged.code is Code.DOUBLE_EFFECT
    assert judged.deciding is not None
    assert judged.deciding.numbers == {"recorded_delta": 1, "seen_delta": 2}


def test_an_error_text_that_is_recorded_too_is_expected() -> None:
    failed = shown([*SHOP["item"].elements, label(160, "Wrong password", "app:id/error")])
    assert failed.facts.error_text is not None
    assert judge(Step(0, LIST, tap(40), failed), LIST, failed).verdict is Verdict.MATCH


@pytest.mark.parametrize(
    ("post", "code"),
    [
        (replace(ITEM, rotation=1), Code.ROTATION_CHANGED),
        (shown(SHOP["crash"].elements, package="android"), Code.CRASH_DIALOG),
        (shown(SHOP["home"].elements, package="com.android.launcher3"), Code.APP_LEFT),
        (shown(SHOP["item"].elements, package="com.other"), Code.PACKAGE_MISMATCH),
        (CART, Code.ACTIVITY_MISMATCH),
        (
            item(
                *SHOP["item"].elements, Element(Rect(4, 160, 90, 180), class_name=TEXT_FIELD, password=True)
            ),
            Code.LOGIN_WALL,
        ),
    ],
)
def test_trouble_has_its_own_code(post: Observation, code: Code) -> None:
    assert judge(STEP, LIST, post).code is code


def test_a_later_recorded_state_is_ahead() -> None:
    assert CART.state_key is not None
    judged = judge(STEP, LIST, CART, Circumstances(later=((3, CART.state_key),)))
    assert judged.code is Code.AHEAD
    assert "step 3" in judged.detail


def test_another_language_is_unknown() -> None:
    elements = tuple(replace(e, text="5 €") if e.text == "$5.00" else e for e in SHOP["item"].elements)
    how = Circumstances(recorded_locale="en-US", seen_locale="fr-FR")
    assert judge(STEP, LIST, item(*elements), how).code is Code.LOCALE_CHANGED


def test_the_hash_is_told_even_where_it_does_not_decide() -> None:
    judged = judge(STEP, LIST, ITEM)
    assert judged.evidence["hash_distance"] == 0
    seen = judged.evidence["seen"]
    assert isinstance(seen, dict)
    assert len(seen["screenshot_sha256"]) == len(seen["ui_xml_sha256"]) == 64


def test_a_missing_picture_is_told_and_a_missing_tree_fails() -> None:
    blind = replace(ITEM, screenshot=None, fingerprint=None)
    assert judge(STEP, LIST, blind).verdict is Verdict.ACCEPTABLE
    bare = replace(ITEM, ui_xml=None, state_key=None)
    judged = judge(Step(0, LIST, tap(40), bare), LIST, bare)
    assert judged.verdict is Verdict.ACCEPTABLE
    assert judged.confidence == 0.6


def test_an_unequal_picture_without_a_tree_is_no_success() -> None:
    bare = replace(ITEM, ui_xml=None, state_key=None)
    other = full(replace(CART, ui_xml=None, state_key=None, activity=".Item"))
    assert not judge(Step(0, LIST, tap(40), bare), LIST, other).verdict.successful


@pytest.mark.parametrize(
    ("tolerance", "price", "keyboard"),
    [
        (Tolerance.STRICT, Verdict.MISMATCH, Verdict.MISMATCH),
        (Tolerance.DYNAMIC, Verdict.MISMATCH, Verdict.ACCEPTABLE),
        (Tolerance.LAYOUT, Verdict.ACCEPTABLE, Verdict.ACCEPTABLE),
        (Tolerance.PACKAGE_ONLY, Verdict.ACCEPTABLE, Verdict.ACCEPTABLE),
        (Tolerance.NONE, Verdict.ACCEPTABLE, Verdict.ACCEPTABLE),
    ],
)
def test_the_levels_of_tolerance(tolerance: Tolerance, price: Verdict, keyboard: Verdict) -> None:
    how = Circumstances(tolerance=tolerance)
    dearer = item(*(replace(e, text="$6.00") if e.text == "$5.00" else e for e in SHOP["item"].elements))
    assert judge(STEP, LIST, dearer, how).verdict is price
    up = replace(ITEM, facts=replace(ITEM.facts, keyboard=True))
    assert judge(STEP, LIST, up, how).verdict is keyboard


def test_no_tolerance_covers_a_crash_but_none() -> None:
    crash = shown(SHOP["crash"].elements, package="android")
    assert not judge(STEP, LIST, crash, Circumstances(tolerance=Tolerance.PACKAGE_ONLY)).verdict.successful
    assert not judge(STEP, LIST, Observation(), Circumstances(tolerance=Tolerance.NONE)).verdict.successful


def test_the_pre_state_has_its_own_codes() -> None:
    dearer = shown(
        [*SHOP["list"].elements[:-1], label(100, "Nothing on sale", "app:id/note")], activity=".List"
    )
    assert judge_pre(STEP, LIST).verdict is Verdict.MATCH
    assert judge_pre(STEP, dearer).code is Code.START_STATE_MISMATCH
    assert judge_pre(replace(STEP, index=2), dearer).code is Code.SCREEN_MISMATCH
    assert judge_pre(STEP, CART).code is Code.START_STATE_MISMATCH
    assert judge_pre(replace(STEP, index=2), CART).code is Code.ACTIVITY_MISMATCH
    assert judge_pre(STEP, shown((label(4, "x"),) * 4, package="com.x")).code is Code.PACKAGE_MISMATCH


def test_the_evidence_is_plain_and_bounded() -> None:
    many = [label(4, f"Row {i}") for i in range(60)]
    judged = judge(
        Step(0, LIST, tap(4), shown(many)), LIST, shown([label(4, f"Other {i}") for i in range(60)])
    )
    text = json.dumps(judged.evidence)
    edits = judged.evidence["edits"]
    assert isinstance(edits, list)
    assert len(edits) <= MAX_EDITS
    assert json.loads(text) == judged.evidence


@settings(max_examples=60, deadline=None)
@given(
    tolerance=st.sampled_from(Tolerance),
    settled=st.booleans(),
    moving=st.booleans(),
    volatile=st.frozensets(st.text("0123456789/", min_size=1, max_size=6), max_size=3),
    flags=st.lists(st.sampled_from(Flag), max_size=3, unique=True),
    later=st.lists(st.integers(0, 99), max_size=3),
    texts=st.tuples(*(st.none() | st.text(max_size=8) for _ in range(4))),
)
def test_circumstances_come_back_from_the_evidence(
    tolerance: Tolerance,
    settled: bool,
    moving: bool,
    volatile: frozenset[str],
    flags: list[Flag],
    later: list[int],
    texts: tuple[str | None, str | None, str | None, str | None],
) -> None:
    keys = tuple((index, StateKey(f"{index:016x}", "0" * 16, "1" * 16)) for index in later)
    how = Circumstances(tolerance, settled, moving, volatile, keys, tuple(flags), *texts)
    assert Circumstances.from_record(json.loads(json.dumps(how.as_record()))) == how


@pytest.mark.parametrize("broken", [{}, {"later": 3}, {**Circumstances().as_record(), "tolerance": "very"}])
def test_a_foreign_record_is_refused(broken: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        Circumstances.from_record(broken)
