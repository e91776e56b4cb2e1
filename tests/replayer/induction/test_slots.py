from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from learnt_runs import ListPage
from trees import text

from gui_rec.replayer.induction.pages import Page
from gui_rec.replayer.induction.slots import SlotValues, flag_words, lanes_of, slots_of, twins_of
from gui_rec.replayer.rules.address import Slot

NOTES = ("7 left", "12 left", "3 left")


def page(shown: ListPage) -> Page:
    found = Page.of(shown.seen())
    assert found is not None
    return found


def with_notes(*notes: str) -> ListPage:
    rows = ListPage().rows
    return replace(
        ListPage(),
        rows=tuple((name, price, note) for (name, price, _), note in zip(rows, notes, strict=True)),
    )


def said(slots: list[SlotValues], rid: str, kind: Slot = Slot.TEXT) -> list[tuple[str | None, ...]]:
    return [slot.values for slot in slots if slot.kind is kind and slot.lane.first().rid == rid]


def all_slots(*pages: Page) -> list[SlotValues]:
    return [slot for lane in lanes_of(pages, 0) for slot in slots_of(lane)]


def test_a_slot_says_what_every_run_says() -> None:
    slots = all_slots(page(ListPage()), page(replace(ListPage(), clock="11:00", loved=True)))
    assert said(slots, "clock") == [("10:30", "11:00")]
    assert said(slots, "loved", Slot.STATE) == [("enabled", "checked, enabled")]
    assert {slot.kind for slot in slots if slot.varies} == {Slot.TEXT, Slot.STATE}


@given(st.permutations(NOTES), st.permutations(NOTES))
def test_a_row_keeps_its_own_slot_though_another_row_says_the_same(one: list[str], other: list[str]) -> None:
    slots = all_slots(page(with_notes(*one)), page(with_notes(*other)))
    assert said(slots, "note") == list(zip(one, other, strict=True))


def test_what_only_one_run_has_is_there_and_absent() -> None:
    badge = replace(ListPage(), extra=(text("New", "x:id/badge", top=2200),))
    there = all_slots(page(badge), page(ListPage()))
    elsewhere = all_slots(page(ListPage()), page(badge))
    assert said(there, "badge", Slot.EXISTS) == [("there", "absent")]
    assert said(elsewhere, "badge", Slot.EXISTS) == [("absent", "there")]
    assert said(elsewhere, "badge") == [(None, "New")]


def test_a_page_is_its_own_twin() -> None:
    shown = page(ListPage())
    assert twins_of(shown, shown) == {node: node for node in shown.nodes()}


def test_flags_in_words() -> None:
    boxes = [node for node in page(replace(ListPage(), loved=True)).nodes() if node.rid == "loved"]
    assert [flag_words(node) for node in boxes] == ["checked, enabled"]
