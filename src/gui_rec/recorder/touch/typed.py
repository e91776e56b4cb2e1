"""What somebody typed on the soft keyboard: read off the field before and after, never off the keys' places.

What the touches tell is only whether a reading is possible: their number, and whether they all met one key.
A field that shows something else than what was there before was edited, or was empty and showed its hint, or
is empty now and shows its hint; a hierarchy does not tell these apart, so a reading that the touches
contradict is flagged `text_unverified`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gui_rec.capture.target import focused_field
from gui_rec.model.actions import Action, Invalid, Key, Tap, Type
from gui_rec.model.flags import Flag
from gui_rec.ui.tree import Node, Tree

_ONE_KEY = 0.03  # of the screen's width; the narrowest keys are a tenth of it
_BULLETS = frozenset("•●*·∙")


@dataclass(frozen=True, slots=True)
class Run:
    """Touches of the keyboard one after another, and what was seen around them.

    `glimpse` is a full look between the last touch but one and the last. `keyboard_left` says that the
    keyboard was there before and not after, `page_left` that another page is shown.
    """

    before: Tree | None
    after: Tree | None
    touches: Sequence[Action]
    glimpse: Tree | None = None
    keyboard_left: bool = False
    page_left: bool = False


@dataclass(frozen=True, slots=True)
class Typed:
    """The action, its flags, and whether it is about a secret: then no raw events may be kept.

    `detail` tells a password's length, which the action itself loses where the recording masks it.
    """

    action: Action
    flags: tuple[Flag, ...] = ()
    secret: bool = False
    detail: str | None = None


def typed(run: Run) -> tuple[Typed, ...]:
    """The actions that `run` amounts to: one, or one a field where the enter key led from field to field.

    `type` with what was appended, or with the field's whole text and `clear_before` where it was edited
    elsewhere; `press_enter` where the last touch was seen to end the entry. A password is stored as as many
    `*` as it has characters. A text that could not be read is Invalid: no text is invented.
    """
    field, shown, submitted = _fields(run)
    first = _of_field(run, field, shown, submitted=submitted)
    if field is not None and focused_field(run.before) is None and focused_field(run.after) is None:
        first = replace(first, flags=tuple(dict.fromkeys((*first.flags, Flag.TEXT_UNVERIFIED))))
    further = _further(run, shown)
    found = [
        first,
        *(
            _of_field(run, old, new, submitted=number < len(further))
            for number, (old, new) in enumerate(further, 1)
        ),
    ]
    if len(found) > 1:
        # How the touches are shared among the fields is not known.
        found = [
            replace(one, flags=tuple(dict.fromkeys((*one.flags, Flag.TEXT_UNVERIFIED)))) for one in found
        ]
    unknown = field is None and shown is None  # it may have been one
    # The last touch led there; one that came before it may have been the secret's already.
    led_there = len(run.touches) > 1 and _is_secret(focused_field(run.after))
    secret = unknown or led_there or any(one.secret for one in found)
    return tuple(replace(one, secret=secret) for one in found)


def _of_field(run: Run, field: Node | None, shown: Node | None, *, submitted: bool) -> Typed:
    if _is_secret(field) or _is_secret(shown):
        return _secret(field, shown, submitted)
    if shown is None:
        reason = "keys were typed, but the field could not be read before the next touch or page"
        return Typed(Invalid("", reason), (Flag.TEXT_UNVERIFIED,))
    before, after = None if field is None else field.text, shown.text
    if before == after:
        return _nothing_new(run, submitted)
    reading = _reading(before, after, run.touches)
    assert isinstance(reading.action, Type)
    return replace(reading, action=replace(reading.action, press_enter=submitted))


def _further(run: Run, shown: Node | None) -> list[tuple[Node | None, Node]]:
    """The fields behind `shown`, up to the one that has the focus now, whose text is another than before."""
    last = focused_field(run.after)
    if run.after is None or last is None or shown is None or last.path == shown.path:
        return []
    fields = [node for node in run.after.walk() if node.is_editable or node.password]
    places = [node.path for node in fields]
    begin, end = sorted((places.index(shown.path), places.index(last.path)))
    between = [node for node in fields[begin : end + 1] if node.path not in (shown.path, last.path)]
    pairs = [(_counterpart(run.before, node), node) for node in (*between, last)]
    return [(old, new) for old, new in pairs if old is None or old.text != new.text]


def _is_secret(node: Node | None) -> bool:
    return node is not None and node.password


def _fields(run: Run) -> tuple[Node | None, Node | None, bool]:
    """The field before, the same field after (or in the last glimpse), and whether the entry was ended."""
    first, last = focused_field(run.before), focused_field(run.after)
    if first is None and last is not None:
        first = _counterpart(run.before, last)
    elif first is None:
        first, last = _only_changed(run)
    shown = last if first is None else _counterpart(run.after, first)
    if shown is None and run.keyboard_left and first is not None:
        # The page went away with the last touch: what was typed by then is in the look before it.
        return first, _counterpart(run.glimpse, first), True
    moved_on = last is not None and shown is not None and last.path != shown.path
    ended = run.keyboard_left and (run.page_left or _is_unfocused(shown) or _lost_nodes(run))
    return first, shown, moved_on or ended


def _only_changed(run: Run) -> tuple[Node | None, Node | None]:
    """Nobody was seen with the focus: the one field that shows another text than before, before and after."""
    if run.before is None or run.after is None:
        return None, None
    pairs = [(_counterpart(run.before, node), node) for node in run.after.walk() if node.is_editable]
    changed = [(old, new) for old, new in pairs if old is not None and old.text != new.text]
    return changed[0] if len(changed) == 1 else (None, None)


def _is_unfocused(field: Node | None) -> bool:
    return field is not None and not field.focused


def _lost_nodes(run: Run) -> bool:
    """Something that stood beside the field is no longer there; a keyboard that hides only uncovers things."""
    if run.before is None or run.after is None:
        return False
    return bool(_words(run.before) - _words(run.after))


def _words(tree: Tree) -> set[tuple[str, str, str]]:
    return {
        (node.resource_id, node.text, node.content_desc)
        for node in tree.walk()
        if node.is_informative and node.is_hittable and not node.is_editable
    }


def _counterpart(tree: Tree | None, field: Node) -> Node | None:
    """The same field in another look: by its id where that is one of a kind, else by its place."""
    if tree is None:
        return None
    named = [node for node in tree.walk() if field.resource_id and node.resource_id == field.resource_id]
    if len(named) == 1:
        return named[0] if named[0].class_name == field.class_name else None
    placed = tree.at(field.path)
    same = placed is not None and placed.class_name == field.class_name
    return placed if same and placed is not None and placed.resource_id == field.resource_id else None


def _nothing_new(run: Run, submitted: bool) -> Typed:
    if submitted:
        return Typed(Key("ENTER"), () if len(run.touches) == 1 else (Flag.TEXT_UNVERIFIED,))
    if len(run.touches) == 1:
        return Typed(run.touches[0])
    return Typed(Type(""), (Flag.TEXT_UNVERIFIED,))


def _reading(before: str | None, after: str, touches: Sequence[Action]) -> Typed:
    doubt = (Flag.TEXT_UNVERIFIED,)
    if before is None:
        return Typed(Type(after, clear_before=True), doubt)
    if after.startswith(before):
        return Typed(Type(after[len(before) :]))
    if before.startswith(after):
        # Taken away from the end, by however many touches: a hint is no beginning of the text that it stands for.
        return Typed(Type(after, clear_before=True))
    if len(touches) > 1 and _is_one_key(touches) and len(set(after)) > 1:
        # One key again and again deletes, and the field then shows its hint.
        return Typed(Type("", clear_before=True), doubt)
    only_taps = all(isinstance(action, Tap) for action in touches)
    if only_taps and len(touches) >= _edits(before, after):
        return Typed(Type(after, clear_before=True))
    if only_taps and len(touches) >= len(after):
        # Too few touches to take away what stood there: it was the hint of an empty field, or selected.
        return Typed(Type(after))
    return Typed(Type(after, clear_before=True), doubt)


def _edits(before: str, after: str) -> int:
    """How many characters have to go and to come, at the least, at one place."""
    shorter = min(len(before), len(after))
    head = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    tail = next((i for i in range(shorter - head) if before[-1 - i] != after[-1 - i]), shorter - head)
    return len(before) + len(after) - 2 * (head + tail)


def _is_one_key(touches: Sequence[Action]) -> bool:
    points = [(action.x, action.y) for action in touches if isinstance(action, Tap)]
    if len(points) < len(touches):
        return False
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return max(xs) - min(xs) < _ONE_KEY and max(ys) - min(ys) < _ONE_KEY


def _secret(field: Node | None, shown: Node | None, submitted: bool) -> Typed:
    flags = (Flag.TEXT_UNVERIFIED, Flag.MASKED)
    old, new = _length(field), _length(shown)
    if shown is None or new == old:
        # Without a length to tell there is nothing that may be stored but that something was entered.
        return Typed(Type("", press_enter=submitted), flags, secret=True)
    added = new - old
    action = Type("*" * added) if added > 0 else Type("*" * new, clear_before=True)
    detail = f"{len(action.text)} character(s) of a password"
    return Typed(replace(action, press_enter=submitted), flags, secret=True, detail=detail)


def _length(field: Node | None) -> int:
    """Characters of a hidden text; an empty password field shows its hint, which is none."""
    text = "" if field is None else field.text
    return len(text) if text and set(text) <= _BULLETS else 0
