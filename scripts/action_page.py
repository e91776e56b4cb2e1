"""Write docs/actions.md anew from the canonical actions and scalecua's own table: python scripts/action_page.py."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from pathlib import Path

from gui_rec.dsl.scalecua import CODEC
from gui_rec.model.action_fields import selector_keys
from gui_rec.model.actions import ACTION_TYPES, Action, Button, Direction, FinishStatus
from gui_rec.model.selector import Relation

PAGE = Path(__file__).resolve().parent.parent / "docs" / "actions.md"
_HEAD = """# Actions

Every canonical action with its fields: what a line of a script, `rec.do(...)` of Python and the `action` column hold. Made by
`python scripts/action_page.py` from the code; `tests/test_docs.py` holds it to that.

A line is a JSON object of `type` and the fields, `{"type": "tap", "x": 0.5, "y": 0.25}`; in Python it is the class,
`Tap(0.5, 0.25)`, of `gui_rec.model.actions`. A field with a default may be left out;
`null` counts as left out. An unknown type or field is an error that names it.
"""
_POINT = "0..1 of the display as the user sees it, from the left (x) or the top (y)"
_END = "where the finger goes up, as for x1, y1"
_MS = "ms, a whole number 0..3600000"
_TEXT_TO_PERSON = "what the person is told"
_KEY = "the desktop's name of the key"
_MEANINGS: dict[str, str] = {
    "x": _POINT,
    "y": "see x",
    "type.x": f"a place in the field; {_POINT}",
    "type.y": "see x; both or neither",
    "scroll.y": "see x; both or neither",
    "x1": f"where the finger comes down; {_POINT}",
    "y1": "see x1",
    "x2": _END,
    "y2": _END,
    "duration_ms": f"{_MS}; left out: whoever performs it picks one, and stores what was sent",
    "hold_ms": f"how long it is pressed before it moves; {_MS}; left out: as for duration_ms",
    "timeout_ms": f"how long at most; {_MS}; left out: gui-rec's own",
    "button": f"one of {', '.join(Button)}; a finger is left",
    "clicks": "a whole number 1..10",
    "sensitive": "its source wanted a person's word first",
    "message": _TEXT_TO_PERSON,
    "tap.message": "what its source would have asked that person",
    "direction": f"one of {', '.join(Direction)}: which side's content comes into view",
    "amount": "share of the screen that the finger travels, more than 0 and at most 1",
    "scroll.x": "where to scroll; 0..1 as for a tap",
    "scroll.x1": "the points that perform it, all four or none; they run against direction",
    "scroll.y1": "see x1",
    "scroll.x2": "see x1",
    "scroll.y2": "see x1",
    "contacts": "a list of fingers, each a list of {x, y, at_ms} in the order of at_ms (ms from the gesture's start); none empty",
    "scale": "0.01..100; over 1 spreads the fingers, below 1 brings them together",
    "text": "any text",
    "clear_before": "empty the field first",
    "press_enter": "press Enter after the text",
    "value": "the option's words",
    "code": "an Android keycode name without KEYCODE_ (see [Key codes](#key-codes))",
    "presses": "a whole number 1..100",
    "name": "the name under the icon; a name or a package is needed",
    "package": "the package, com.example.shop",
    "activity": "with a package: the activity to start",
    "url": "the address",
    "selector": "an object (see [Selectors](#selectors)) that exactly one node must match",
    "output_field": "the name of the output",
    "instruction": "what is asked of the service",
    "status": f"one of {', '.join(FinishStatus)}: a claim, never a fact",
    "raw": "the answer as it came",
    "reason": "why it could not be taken",
    "keys": "a list of keys, at least one",
    "key": _KEY,
}
_TAIL = """## Key codes

`key.code` is the name of Android's `KeyEvent` constant without `KEYCODE_`, in capitals, whatever the phone knows by `input
keyevent`: `BACK`, `HOME`, `ENTER`, `DEL` (backspace),
`APP_SWITCH` (the list of apps), `MENU`, `SEARCH`, `TAB`, `SPACE`, `ESCAPE`, `DPAD_UP`, `DPAD_DOWN`, `DPAD_LEFT`, `DPAD_RIGHT`,
`DPAD_CENTER`, `MOVE_HOME`, `MOVE_END`, `PAGE_UP`,
`PAGE_DOWN`, `POWER`, `WAKEUP`, `VOLUME_UP`, `VOLUME_DOWN`, `CAMERA`, `A`..`Z`, `0`..`9`. Letters, digits and `_` only; a name
that the phone does not know fails there and is recorded as failed.

## Selectors

An object; all that is given must hold. The keys: KEYS. `checked`, `enabled`, `focused` and `clickable` are true or false; `index`
picks among several matches, from 0;
`near` is an object of one relation (RELATIONS) and another selector: `{"text": "Buy", "near": {"below": {"text": "Lamp"}}}`.

## scalecua

What the dialect `scalecua` says, by position or by name, in this order; x, y and pairs are 0..1, with four decimals. Nothing else
is understood, and an unknown function or argument is an error.
"""
_SCALECUA: dict[str, tuple[str, str]] = {
    "click": ("tap", "x, y: 0..1; clicks: 1..10; button: 'left', 'right', 'middle'"),
    "swipe": (
        "swipe, or scroll with a direction",
        "from_coord, to_coord: pairs (x, y); direction: where the FINGER goes, 'up', 'down', 'left', 'right' "
        "('up' is scroll down); amount: share of the screen, 0..1. Two points, or a direction",
    ),
    "long_press": ("long_press", "x, y: 0..1; duration: seconds, 0..3600"),
    "open_app": ("open_app", "app_name: the name under the icon"),
    "navigate_home": ("key HOME", "none"),
    "navigate_back": ("key BACK", "none"),
    "write": ("type", "message: the text; no field is emptied, no Enter pressed"),
    "call_user": ("takeover", "none"),
    "wait": ("wait", "seconds: 0..3600"),
    "response": ("answer", "answer: the text"),
    "terminate": ("finish", "status: 'success', 'failure'; info: text"),
}


def page() -> str:
    """The whole page."""
    parts = [_HEAD, *(_section(kind) for kind in ACTION_TYPES.values()), _tail(), "\n".join(_functions())]
    return "\n".join(parts) + "\n"


def _section(kind: type[Action]) -> str:
    meaning = " ".join((inspect.getdoc(kind) or "").split())
    rows = "\n".join(_rows(kind))
    return f"## `{kind.type}`\n\n`{kind.__name__}`. {meaning}\n\n| field | kind | default | meaning |\n|---|---|---|---|\n{rows}\n"


def _rows(kind: type[Action]) -> Iterator[str]:
    for field in fields(kind):
        meaning = _MEANINGS.get(f"{kind.type}.{field.name}") or _MEANINGS[field.name]
        yield f"| `{field.name}` | {_kind(field)} | {_default(field)} | {meaning} |"


def _kind(field: Field[object]) -> str:
    named = str(field.type).removesuffix(" | None")
    if named.startswith("tuple"):
        return "list"
    return {"float": "number", "int": "whole number", "str": "text", "bool": "true or false"}.get(
        named, "object" if named == "Selector" else "text"
    )


def _default(field: Field[object]) -> str:
    if field.default is MISSING:
        return "**needed**"
    if field.default is None:
        return "none"
    return f"`{str(field.default).lower()}`"


def _tail() -> str:
    keys, relations = (", ".join(f"`{name}`" for name in names) for names in (selector_keys(), Relation))
    return _TAIL.replace("KEYS", keys).replace("RELATIONS", relations)


def _functions() -> Iterator[str]:
    yield "| function | meaning | canonical action | arguments |\n|---|---|---|---|"
    for signature in CODEC.signatures:
        action, arguments = _SCALECUA[signature.call.partition("(")[0]]
        yield f"| `{signature.call}` | {signature.meaning} | {action} | {arguments} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stderr.write(f"{PAGE} is as the actions are\n")
