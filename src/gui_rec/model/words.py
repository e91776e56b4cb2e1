"""Actions and steps in a few words for people; never parsed again."""

from __future__ import annotations

from gui_rec.model.action_fields import to_fields
from gui_rec.model.actions import Action
from gui_rec.model.step import Step

_PLACES = (("x", "y"), ("x1", "y1"), ("x2", "y2"))
_MOST_TEXT = 40


def action_words(action: Action) -> str:
    """`tap 0.500,0.250`, `swipe 0.500,0.750 -> 0.500,0.250 duration_ms=300`, `type 'café'`, `gesture 2 fingers, 60 points`.

    Usual values (one click, the left button, an unset flag) are left out, long ones are cut with an ellipsis.
    """
    fields = to_fields(action)
    kind = str(fields.pop("type"))
    places = [f"{fields.pop(x):.3f},{fields.pop(y):.3f}" for x, y in _PLACES if x in fields]
    rest = [_word(name, value) for name, value in fields.items() if not _is_usual(value)]
    return " ".join(part for part in (kind, " -> ".join(places), *rest) if part)


def rest_words(step: Step) -> str:
    """When the last change was seen after the action: `at once`, `after 480 ms`, `never at rest`."""
    if step.settled is False:
        return "never at rest"
    if step.settle_ms is None:
        return "?"
    return f"after {step.settle_ms} ms" if step.settle_ms else "at once"


def _word(name: str, value: object) -> str:
    if isinstance(value, str):
        return repr(_cut(value))
    if name == "contacts" and isinstance(value, list):
        return f"{len(value)} fingers, {sum(map(len, value))} points"
    return f"{name}={_cut(str(value))}"


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_TEXT else text[: _MOST_TEXT - 1] + "…"


def _is_usual(value: object) -> bool:
    return value is False or value == "left" or (value == 1 and value is not True)
