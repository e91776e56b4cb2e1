"""A row beyond the edge of a list is no difference; a row that is gone while its place is free is one."""

from __future__ import annotations

from dataclasses import replace

from observations import full, look

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.replayer.edits import tree_edits
from gui_rec.replayer.elsewhere import Elsewhere
from gui_rec.replayer.looks import Look
from gui_rec.replayer.viewport import beyond_the_edge, cut_edits, is_another_view, is_below
from gui_rec.testing.builders import Element, node_xml
from gui_rec.ui.diff import Edit, EditKind

ROW = 20


def list_look(
    rows: list[str], height: int, *, scrollable: bool = True, row_px: int = ROW, first: int = 0
) -> Look:
    """A list with rows of `row_px` in a page `height` px high, clipped at the list's end; `first` px are scrolled off."""
    nodes = []
    for number, text in enumerate(rows):
        top = 20 + number * row_px - first
        bounds = Rect(0, max(20, top), 100, min(height, top + row_px))
        if not bounds.is_empty:
            nodes.append(Element(bounds, text, f"app:id/row_{text}"))
    inside = "".join(node_xml(node, index=i) for i, node in enumerate(nodes))
    frame = Element(Rect(0, 20, 100, height), "", "app:id/list", class_name="android.widget.ListView")
    xml = node_xml(frame, inside=inside)
    if scrollable:
        xml = xml.replace('scrollable="false"', 'scrollable="true"', 1)
    title = node_xml(Element(Rect(0, 0, 100, 20), "Shop", "app:id/title", clickable=False))
    base = look(())
    whole = f"<hierarchy rotation='0'>{node_xml(Element(Rect(0, 0, 100, height)), inside=title + xml)}</hierarchy>"
    return Look.of(full(replace(base.seen, ui_xml=whole, size=ScreenSize(100, height), screenshot=None)))


def edits_of(recorded: Look, seen: Look) -> tuple[Edit, ...]:
    return tree_edits(recorded, seen)


LARGER = Elsewhere(font_scale=(1.0, 1.15))
NAMES = [f"r{i}" for i in range(12)]


def test_rows_beyond_the_edge_of_a_smaller_screen_are_cut() -> None:
    recorded, seen = list_look(NAMES, 240), list_look(NAMES[:6], 140)
    edits = edits_of(recorded, seen)
    assert edits
    assert {edit.kind for edit in edits} == {EditKind.DELETE}
    assert cut_edits(recorded, seen, edits) == frozenset(edits)


def test_further_rows_on_a_larger_screen_are_cut_from_the_recording() -> None:
    recorded, seen = list_look(NAMES[:6], 140), list_look(NAMES, 240)
    edits = edits_of(recorded, seen)
    assert {edit.kind for edit in edits} == {EditKind.INSERT}
    assert cut_edits(recorded, seen, edits) == frozenset(edits)


def test_a_row_that_is_gone_from_the_middle_is_gone() -> None:
    recorded = list_look(NAMES, 240)
    seen = list_look([name for name in NAMES[:7] if name != "r2"], 140)
    edits = edits_of(recorded, seen)
    left = set(edits) - cut_edits(recorded, seen, edits)
    assert ["r2" in edit.label for edit in left] == [True]


def test_a_last_row_whose_place_is_free_is_gone() -> None:
    recorded, seen = list_look(NAMES[:4], 240), list_look(NAMES[:3], 240)
    edits = edits_of(recorded, seen)
    assert edits
    assert cut_edits(recorded, seen, edits, LARGER) == frozenset()


def test_a_list_with_nothing_to_scroll_hides_no_row() -> None:
    recorded = list_look(NAMES[:6], 140)
    seen = list_look(NAMES[:5], 120, scrollable=False)
    edits = edits_of(recorded, seen)
    assert edits
    assert cut_edits(recorded, seen, edits) == frozenset()


def test_a_new_row_at_the_end_of_a_recorded_list_with_room_is_new() -> None:
    recorded, seen = list_look(NAMES[:3], 240), list_look(NAMES[:4], 240)
    edits = edits_of(recorded, seen)
    assert edits
    assert cut_edits(recorded, seen, edits, LARGER) == frozenset()


def test_nothing_in_common_explains_nothing() -> None:
    recorded, seen = list_look(["a", "b"], 60), list_look(["c", "d"], 60)
    edits = [edit for edit in edits_of(recorded, seen) if edit.kind is EditKind.DELETE]
    assert cut_edits(recorded, seen, edits, LARGER) == frozenset()


def test_rows_scrolled_off_at_the_head_are_cut_too() -> None:
    recorded = list_look(NAMES, 240)
    seen = list_look(NAMES, 140, first=4 * ROW)
    edits = edits_of(recorded, seen)
    assert any("r0" in edit.label for edit in edits)
    assert any("r10" in edit.label for edit in edits)
    assert cut_edits(recorded, seen, edits).issuperset(e for e in edits if e.kind is EditKind.DELETE)


def test_larger_rows_leave_less_room() -> None:
    recorded = list_look(NAMES[:6], 160)
    seen = list_look(NAMES[:3], 150, row_px=40)  # 10 px are free below the last row, too few for one of 40
    edits = edits_of(recorded, seen)
    assert cut_edits(recorded, seen, edits, Elsewhere(density_dpi=(160, 320))) == frozenset(edits)
    assert cut_edits(recorded, seen, edits, Elsewhere(density_dpi=(640, 160))) == frozenset()


def test_without_a_hierarchy_nothing_is_explained() -> None:
    recorded = list_look(NAMES, 240)
    assert cut_edits(recorded, Look(recorded.seen, None), edits_of(recorded, recorded)) == frozenset()


def test_another_row_in_the_place_of_the_first_or_the_last_is_another_row() -> None:
    recorded = list_look(NAMES[:6], 140)
    for rows in (["error", *NAMES[1:6]], [*NAMES[:5], "error"]):
        seen = list_look(rows, 140)
        edits = edits_of(recorded, seen)
        assert edits
        assert cut_edits(recorded, seen, edits, LARGER) == frozenset()


def test_what_the_recording_would_show_is_named_by_its_place() -> None:
    recorded, seen = list_look(NAMES[:6], 140), list_look(NAMES, 240)
    assert beyond_the_edge(recorded, seen) == tuple(f"0/1/{n}" for n in range(6, 11))
    assert beyond_the_edge(seen, recorded) == ()
    assert is_below("0/1/6/0", ("0/1/6",))
    assert not is_below("0/1/60", ("0/1/6",))


def test_on_an_equal_screen_every_row_counts() -> None:
    recorded, seen = list_look(NAMES, 140), list_look(NAMES, 140, first=ROW)
    edits = edits_of(recorded, seen)
    assert edits
    assert cut_edits(recorded, seen, edits) == frozenset()
    assert not is_another_view(recorded, seen, Elsewhere(night_mode=(False, True)))
    assert is_another_view(recorded, seen, LARGER)


def test_the_edge_of_a_row_that_says_nothing_yet_is_no_other_row() -> None:
    recorded = list_look(NAMES[:6], 140)
    strip = list_look(NAMES[:5], 140)
    assert strip.seen.ui_xml is not None
    mute = node_xml(Element(Rect(0, 135, 100, 140), "", "app:id/row"))
    xml = strip.seen.ui_xml.replace("</node></node></hierarchy>", f"{mute}</node></node></hierarchy>")
    seen = Look.of(full(replace(strip.seen, ui_xml=xml)))
    edits = edits_of(recorded, seen)
    new = [edit for edit in edits if edit.kind is EditKind.INSERT]
    assert len(new) == 1
    assert new[0] in cut_edits(recorded, seen, edits, LARGER)
    assert new[0] not in cut_edits(recorded, seen, edits), "on an equal screen it is told"
