"""24 to 32, 39, 40 and 48: a state, a value, a count or an order is not the recorded one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gui_rec.model.verdict import Code
from gui_rec.phone.world.views import View
from mutations.apps.parts import TOGGLE_OFF, TOGGLE_ON
from mutations.change import at, count, find, swapped, twice, with_text, without
from mutations.families._api import Family, Shown, mismatch
from mutations.recorded import Recorded
from mutations.stage import view_of


def _flipped(view: View) -> View:
    return replace(view, checked=not view.checked)


def _choice(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    for name in recorded.marks.choices:
        yield name, recorded.post(0).changed(at(name, _flipped))


def _switch(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    if recorded.marks.switch is not None:
        yield "", recorded.post(0).changed(at(recorded.marks.switch, _flipped))


def _custom(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    def other(view: View) -> View:
        return replace(view, look=TOGGLE_OFF if view.look == TOGGLE_ON else TOGGLE_ON)

    if recorded.marks.toggle is not None:
        yield "", recorded.post(0).changed(at(recorded.marks.toggle, other))


def _one_character(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    """In the middle of the word, so that it is a slip and no other word."""
    stage = recorded.post(0)
    for name in recorded.marks.fields:
        said = stage.vars.get(name, "")
        if said:
            middle = len(said) // 2
            letter = "x" if said[middle] != "x" else "z"
            yield name, stage.with_vars(**{name: said[:middle] + letter + said[middle + 1 :]})


def _other_text(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    stage = recorded.post(0)
    for name in recorded.marks.fields:
        if stage.vars.get(name):
            yield f"{name} other", stage.with_vars(**{name: "Something else"})
            yield f"{name} emptied", stage.with_vars(**{name: ""})


def _price(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    name, stage = recorded.marks.price, recorded.post(0)
    shown = find(view_of(stage), name) if name is not None else None
    if name is not None and shown is not None:
        digit = next(one for one in shown.text if one.isdigit())
        other = shown.text.replace(digit, str((int(digit) + 3) % 10), 1)
        yield "", stage.changed(with_text(name, other))


def _drawn(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    if recorded.marks.drawn is not None:
        other = at(
            recorded.marks.drawn, lambda view: replace(view, look=replace(view.look, picture="93.10 €"))
        )
        yield "", recorded.post(0).changed(other)


def _doubled(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    if recorded.marks.doubled is not None:
        yield "", recorded.post(0).with_app_vars(recorded.marks.doubled)


def _sent_twice(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    if recorded.marks.sent_twice is not None:
        yield "", recorded.post(0).with_app_vars(recorded.marks.sent_twice)


def _wrong_item(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    if recorded.marks.other is not None:
        yield "", recorded.marks.other(recorded.post(0))


def _rows(recorded: Recorded) -> int:
    row = recorded.marks.row
    return 0 if row is None else count(view_of(recorded.post(0)), row)


def _reordered(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    row = recorded.marks.row
    if row is not None and _rows(recorded) > 1:
        last = min(2, _rows(recorded) - 1)
        yield "", recorded.post(0).changed(swapped(row, 0, last))


def _row_count(recorded: Recorded) -> Iterator[tuple[str, Shown]]:
    row, rows = recorded.marks.row, _rows(recorded)
    if row is not None and rows > 2:
        middle = min(rows // 2 - 1, _LAST_IN_SIGHT)
        yield "missing", recorded.post(0).changed(without(row, middle))
        yield "duplicated", recorded.post(0).changed(twice(row, middle))


_STATE = mismatch(Code.STATE_MISMATCH, reason="STATE_CHANGED")
_VALUE = mismatch(Code.STATE_MISMATCH, reason="VALUE_MISMATCH")
_LAST_IN_SIGHT = 5
_COUNT = mismatch(Code.STATE_MISMATCH, Code.DOUBLE_EFFECT)
_TEXT = mismatch(Code.STATE_MISMATCH, reason="TEXT_CHANGED")

FAMILIES = (
    Family(24, "checkbox / radio not as recorded", _STATE, _choice, "state"),
    Family(25, "switch inverted", _STATE, _switch, "state"),
    Family(26, "custom toggle, XML unchanged", mismatch(Code.VISUAL_ONLY_DIFF), _custom, "state"),
    Family(27, "one character differs", _VALUE, _one_character, "value"),
    Family(28, "other text / emptied field", _VALUE, _other_text, "value"),
    Family(29, "price changed", _TEXT, _price, "value"),
    Family(30, "canvas price, XML unchanged", mismatch(Code.VISUAL_ONLY_DIFF), _drawn, "value"),
    Family(31, "quantity doubled", mismatch(Code.DOUBLE_EFFECT), _doubled, "count"),
    Family(32, "item sent twice", mismatch(Code.DOUBLE_EFFECT), _sent_twice, "count"),
    Family(39, "wrong item, same template", _TEXT, _wrong_item, "value"),
    Family(40, "list reordered", mismatch(Code.STATE_MISMATCH, reason="ORDER_CHANGED"), _reordered, "order"),
    Family(48, "row missing / duplicated", _COUNT, _row_count, "count"),
)
