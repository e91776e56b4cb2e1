"""What a step is meant to do, in one line, by template from its action and target.

Nothing is invented: a part that bears no name is told by its kind and its place, and a step of which nothing can be
told has no line.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gui_rec.model.actions import (
    Action,
    Answer,
    AskUser,
    DoubleTap,
    Drag,
    Finish,
    FinishStatus,
    Key,
    LongPress,
    OpenApp,
    OpenUrl,
    Pinch,
    Scroll,
    SelectOption,
    Swipe,
    Takeover,
    Tap,
    Type,
    Wait,
    target_point,
)
from gui_rec.model.geometry import Point
from gui_rec.model.step import Step, Target

OPERATION_SOURCE = "rule:operation"
"""The `operation_source` of a line that was made here."""

_MOST_LABEL = 60
_WITHHELD = "[masked]"  # what stands in a recording for a text that mask rules withhold; it is nobody's name
_THIRD = 1 / 3
_FIELDS = ("EditText", "AutoCompleteTextView", "SearchAutoComplete")
_LISTS = ("RecyclerView", "ListView", "GridView", "ScrollView", "HorizontalScrollView", "ViewPager")
_NAMELESS = ("View", "ViewGroup", "FrameLayout", "LinearLayout", "RelativeLayout", "ConstraintLayout")
_KEYS = {
    "BACK": "Go back",
    "HOME": "Go to the home screen",
    "APP_SWITCH": "Show the recent apps",
    "ENTER": "Press Enter",
}
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def with_operation(step: Step) -> Step:
    """`step` with its line by template where it has none; the step itself where no template fits."""
    if step.operation is not None and step.operation.strip():
        return step
    told = operation_of(step.action, step.target, step.app_name)
    return step if told is None else replace(step, operation=told, operation_source=OPERATION_SOURCE)


def operation_of(action: Action, target: Target | None, app_name: str | None = None) -> str | None:
    """`Tap 'Sign in'`, `Type 'lamp' into the search field`, `Open Shop`; None where no template fits.

    `app_name` is the name of the app that an `open_app` opens.
    """
    match action:
        case Tap() | DoubleTap() | LongPress():
            return _touched(action, target)
        case Type():
            return _typed(action, target)
        case Swipe() | Scroll() | Drag() | Pinch():
            return _moved(action, target)
        case SelectOption(value=value):
            return f"Choose {_quoted(value)}"
        case Key(code=code, presses=presses):
            times = "" if presses == 1 else f" {presses} times"
            return _KEYS.get(code, f"Press {code.replace('_', ' ').lower()}") + times
        case OpenApp(name=name, package=package):
            return f"Open {_cut(name or app_name or package or '')}"
        case OpenUrl(url=url):
            return f"Open {_cut(url)}"
        case _:
            return _said(action)


def target_name(target: Target) -> str | None:
    """What names a target alone on its screen: `'Sign in'`, `the search field`; None where its name may not.

    That is so where the selector that names it alone is made of what the name is made of.
    """
    named, selector = _name(target, None), target.selector
    if named is None or selector is None or selector.index is not None or selector.near is not None:
        return None
    by_words = named in {_quoted(words) for words in (selector.content_desc, selector.text) if words}
    by_id = selector.resource_id is not None and _id_words(target) is not None and not named.startswith("'")
    return named if by_words or by_id else None


def _said(action: Action) -> str | None:
    match action:
        case Wait():
            return "Wait"
        case Answer():
            return "Answer the question"
        case AskUser():
            return "Ask the person"
        case Takeover():
            return "Hand over to the person"
        case Finish(status=FinishStatus.SUCCESS):
            return "Say that the task is done"
        case Finish(status=FinishStatus.FAILURE | FinishStatus.INFEASIBLE):
            return "Say that the task cannot be done"
        case _:
            return None


def _touched(action: Tap | DoubleTap | LongPress, target: Target | None) -> str | None:
    words = {Tap.type: "Tap", DoubleTap.type: "Double-tap", LongPress.type: "Long-press"}
    named = _name(target, target_point(action))
    return None if named is None else f"{words[action.type]} {named}"


def _typed(action: Type, target: Target | None) -> str | None:
    if not action.text and not action.clear_before:
        return None
    named = _name(target, None)
    into = "" if named is None else f" into {named}"
    line = f"Type {_quoted(action.text)}{into}" if action.text else f"Clear {named or 'the field'}"
    return f"{line} and press Enter" if action.press_enter else line


def _moved(action: Swipe | Scroll | Drag | Pinch, target: Target | None) -> str | None:
    where = " in the list" if _kind(target) in _LISTS else ""
    match action:
        case Scroll(direction=direction):
            return f"Scroll {direction.value}{where}"
        case Swipe():
            return f"Swipe {_way(action.x2 - action.x1, action.y2 - action.y1)}{where}"
        case Drag():
            named = _name(target, None)
            way = _way(action.x2 - action.x1, action.y2 - action.y1)
            return None if named is None else f"Drag {named} {way}"
        case Pinch(scale=scale):
            return "Zoom in" if scale > 1 else "Zoom out"


def _way(right: float, down: float) -> str:
    """Where the finger goes; on a screen that is about twice as high as wide, a unit counts alike."""
    if abs(right) > abs(down):
        return "right" if right > 0 else "left"
    return "down" if down > 0 else "up"


def _name(target: Target | None, at: Point | None) -> str | None:
    """What a person would call the target; its kind and place where it bears no name."""
    if target is None:
        return None
    is_field = _kind(target) in _FIELDS
    # What stands in a field is what somebody typed there, or a hint: a dump does not tell which.
    said = target.content_desc or (None if is_field else target.text)
    if said and said.strip() and _WITHHELD not in said:
        return _quoted(said)
    kind = "field" if is_field else _kind_words(target)
    tail = _id_words(target)
    if tail is not None:
        has_kind = kind is None or tail.split()[-1] == kind.split()[-1]
        return f"the {tail}" if has_kind else f"the {tail} {kind}"
    if kind is None:
        return None
    return f"the {kind}{'' if at is None else f' at the {_place(at)}'}"


def _kind(target: Target | None) -> str:
    return ((target.class_name if target is not None else None) or "").rpartition(".")[2]


def _kind_words(target: Target) -> str | None:
    kind = _kind(target)
    if not kind or kind in _NAMELESS:
        return None
    return _CAMEL.sub(" ", kind).lower().replace(" view", "").strip() or None


def _id_words(target: Target) -> str | None:
    """`com.example:id/sign_in` -> `sign in`; None for an id that is no words."""
    tail = (target.resource_id or "").rpartition("/")[2]
    words = _CAMEL.sub(" ", tail).replace("_", " ").replace("-", " ").lower().split()
    readable = bool(words) and all(word.isalpha() and len(word) > 1 for word in words)
    return _cut(" ".join(words)) if readable else None


def _place(at: Point) -> str:
    rows = ("top", "middle", "bottom")
    columns = ("left", "centre", "right")
    row, column = (min(int(value / _THIRD), 2) for value in (at.y, at.x))
    if row == 1 and column == 1:
        return "centre"
    return rows[row] if column == 1 else f"{rows[row]} {columns[column]}"


def _quoted(text: str) -> str:
    return f"'{_cut(text)}'"


def _cut(text: str) -> str:
    """On one line, at most 60 characters."""
    line = " ".join(text.split())
    return line if len(line) <= _MOST_LABEL else line[: _MOST_LABEL - 1] + "…"
