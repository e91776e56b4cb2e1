from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from observations import look

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation
from gui_rec.replayer.looks import Look, same_state
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.level import Levelled, levelled, rebuilt
from gui_rec.replayer.rules.model import ParameterSlot, StepMatch, StepRule, VolatileSlot
from gui_rec.replayer.rules.patterns import PatternKind, SlotPattern
from gui_rec.testing.builders import Element


def row(place: int, text: str, rid: str = "price", **more: object) -> Element:
    return Element(Rect(4, 20 * place, 104, 20 * place + 20), text, f"app:id/{rid}", **more)  # type: ignore[arg-type]


TITLE, NOTE = row(0, "Cart", "title"), row(3, "Hi ada", "note")
RECORDED = look([TITLE, row(1, "3"), NOTE])


def rule(volatile: Sequence[tuple[str, str]] = (), parameters: Sequence[tuple[str, str]] = ()) -> StepRule:
    return StepRule(
        "r",
        StepMatch(name="x"),
        volatile=tuple(
            VolatileSlot(SlotAddress.parse(slot), SlotPattern(PatternKind(kind))) for slot, kind in volatile
        ),
        parameters=tuple(ParameterSlot(SlotAddress.parse(slot), text) for slot, text in parameters),
    )


def to(seen: Look, used: StepRule, **inputs: str) -> Levelled:
    return levelled(RECORDED, seen, [used], inputs)


def test_a_volatile_value_takes_what_is_seen_while_it_keeps_its_kind() -> None:
    seen = look([TITLE, row(1, "5"), NOTE])
    found = to(seen, rule([("#price:text", "int")]))
    assert same_state(found.look, seen)
    assert found.reworded == {"0/1"}
    assert [(item.address, item.recorded, item.seen, item.kept) for item in found.findings] == [
        ("#price:text", "3", "5", True)
    ]


def test_a_volatile_value_of_another_kind_stays_a_difference() -> None:
    seen = look([TITLE, row(1, "Error"), NOTE])
    found = to(seen, rule([("#price:text", "int")]))
    assert not same_state(found.look, seen)
    assert found.look is RECORDED
    assert [item.as_record() for item in found.findings] == [
        {
            "rule": "r",
            "slot": "#price:text",
            "recorded": "3",
            "seen": "Error",
            "expected": "int",
            "kept": False,
        }
    ]


def test_only_the_slot_that_is_named_is_excused() -> None:
    used = rule([("#price:text", "any")])
    for seen in (
        look([TITLE, row(1, "5", enabled=False), NOTE]),
        look([TITLE, row(1, "5"), row(3, "Hi bob", "note")]),
        look([TITLE, row(1, "5", content_desc="new"), NOTE]),
        look([TITLE, NOTE]),
    ):
        assert not same_state(to(seen, used).look, seen)


@pytest.mark.parametrize(
    ("slot", "seen"),
    [
        ("#price:desc", row(1, "3", content_desc="now")),
        ("#price:state", row(1, "3", enabled=False)),
    ],
)
def test_descriptions_and_states_may_vary_too(slot: str, seen: Element) -> None:
    shown = look([TITLE, seen, NOTE])
    assert same_state(to(shown, rule([(slot, "any")])).look, shown)


def test_a_crop_excuses_the_picture_alone() -> None:
    found = to(RECORDED, rule([("#price:crop", "any")]))
    assert found == Levelled(RECORDED, frozenset({"0/1"}))


def test_what_may_be_absent_may_come_and_go() -> None:
    gone, used = look([TITLE, NOTE]), rule([("#price:exists", "any")])
    assert same_state(to(gone, used).look, gone)
    came = levelled(gone, RECORDED, [used], {})
    assert came.look is gone
    assert came.by_itself == {"0/1"}


def test_a_column_is_volatile_in_every_row_wherever_the_rows_moved() -> None:
    names = ("Milk", "Bread", "Tea")
    recorded = look(
        [row(n, name, f"name{n}") for n, name in enumerate(names)] + [row(n + 3, str(n)) for n in range(3)]
    )
    seen = look(
        [row(n, name, f"name{n}") for n, name in enumerate(names)] + [row(n + 3, f"{n}7") for n in range(3)]
    )
    assert same_state(levelled(recorded, seen, [rule([("#price[*]:text", "int")])], {}).look, seen)
    assert not same_state(levelled(recorded, seen, [rule([("#price:text", "int")])], {}).look, seen)


def test_a_parameter_shows_what_was_given() -> None:
    used = rule(parameters=[("#note:text", "Hi ${user}")])
    bob = look([TITLE, row(1, "3"), row(3, "Hi bob", "note")])
    assert same_state(to(bob, used, user="bob").look, bob)
    assert same_state(to(RECORDED, used).look, RECORDED)
    assert not same_state(to(bob, used).look, bob)
    # Given another one, the recorded text is wrong.
    wrong = to(RECORDED, used, user="bob")
    assert not same_state(wrong.look, RECORDED)
    assert [(item.seen, item.expected, item.kept) for item in wrong.findings] == [
        ("Hi ada", "Hi ${user}", False)
    ]


def test_a_withheld_input_stands_for_itself() -> None:
    used = rule(parameters=[("#note:text", "Hi ${user}")])
    masked = look([TITLE, row(1, "3"), row(3, "Hi ${user}", "note")])
    assert same_state(to(masked, used).look, masked)


def test_a_dialog_follows_its_texts() -> None:
    recorded, seen = (look([row(0, f"{n} left", "x")]) for n in (3, 5))
    facts = replace(recorded.seen.facts, dialog="kept", error_text=None)
    stored = Look(replace(recorded.seen, facts=facts), recorded.tree)
    assert levelled(stored, seen, [rule([("#x:text", "int")])], {}).look.seen.facts.dialog == "kept"


def test_without_a_hierarchy_or_slots_nothing_is_done() -> None:
    blind = Look(Observation())
    assert to(blind, rule([("#price:text", "int")])).look is RECORDED
    assert levelled(blind, RECORDED, [rule([("#price:text", "int")])], {}).look is blind
    assert to(look([TITLE]), rule()) == Levelled(RECORDED)


@given(st.sets(st.integers(0, 4)))
def test_a_rebuilt_tree_counts_its_paths_anew(gone: set[int]) -> None:
    tree = look([row(n, str(n)) for n in range(5)]).tree
    assert tree is not None
    children = tree.roots[0].children
    found = rebuilt(tree, {}, [children[n] for n in gone])
    assert [node.text for node in found.walk()] == ["", *(str(n) for n in range(5) if n not in gone)]
    assert all(found.at(node.path) is node for node in found.walk())
