from __future__ import annotations

from dataclasses import replace

from observations import look
from shop import button, label, tap

from gui_rec.capture.target import find_target
from gui_rec.model.step import Target
from gui_rec.replayer.locating.aligned import aligned
from gui_rec.replayer.looks import Look
from gui_rec.testing.builders import Element


def page(*elements: Element) -> Look:
    return look(elements)


def target_at(before: Look, top: int) -> Target:
    target, _ = find_target(before.seen, before.tree, tap(top))
    assert target is not None
    return target


ROWS = page(label(4, "Mail"), button(40, "Unread 3", "app:id/row"), button(70, "Drafts", "app:id/row"))


def test_a_row_with_other_words_is_still_the_row_between_its_neighbours() -> None:
    now = page(label(4, "Mail"), button(40, "Unread 4", "app:id/row"), button(70, "Drafts", "app:id/row"))
    assert [node.text for node in aligned(target_at(ROWS, 40), ROWS, now)] == ["Unread 4"]


def test_another_element_in_its_place_is_not_it() -> None:
    now = page(label(4, "Mail"), button(40, "Spam", "app:id/other"), button(70, "Drafts", "app:id/row"))
    assert aligned(target_at(ROWS, 40), ROWS, now) == []


def test_without_words_and_id_its_place_counts_unless_something_speaks_there() -> None:
    bare = page(label(4, "Mail"), button(40, "", ""), button(70, "Drafts", ""))
    icon = target_at(bare, 40)
    assert [
        n.path
        for n in aligned(icon, bare, page(label(4, "Post"), button(40, "", ""), button(70, "Drafts", "")))
    ] == ["0/1"]
    assert (
        aligned(icon, bare, page(label(4, "Mail"), button(40, "Delete", ""), button(70, "Drafts", ""))) == []
    )


def test_nothing_is_aligned_without_hierarchies_or_a_target_in_them() -> None:
    blind = Look.of(replace(ROWS.seen, ui_xml=None))
    mine = target_at(ROWS, 40)
    assert aligned(mine, blind, ROWS) == aligned(mine, ROWS, blind) == []
    assert aligned(replace(mine, path="0/99"), ROWS, ROWS) == []
