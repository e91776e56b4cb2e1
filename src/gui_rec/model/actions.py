"""The canonical actions: a tagged union of frozen records, validated when they are made.

Coordinates are unit floats of the display as the user sees it (see `geometry`). A `duration_ms`
of None means that the source named none; whoever performs the action picks a default and stores
what was really sent. Direction words say which way the content moves on: `scroll down` shows more
of what lies below.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from itertools import pairwise
from typing import ClassVar, TypeAlias

from gui_rec.errors import InputError
from gui_rec.model.geometry import Point, check_unit
from gui_rec.model.selector import Selector

_COORDINATES = frozenset({"x", "y", "x1", "y1", "x2", "y2"})
_MAX_MS = 3_600_000


class Direction(StrEnum):
    """Which side's content a scroll brings into view."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"


class Button(StrEnum):
    """A pointer's button; a finger is `left`."""

    LEFT = "left"
    RIGHT = "right"
    MIDDLE = "middle"


class FinishStatus(StrEnum):
    """What the actor says of its own outcome. A claim, never a fact."""

    SUCCESS = "success"
    FAILURE = "failure"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class _Checked:
    """Checks that hold for every action, by field name."""

    type: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is None:
                continue
            if field.name in _COORDINATES:
                check_unit(f"{self.type}.{field.name}", value)
            elif field.name.endswith("_ms"):
                _check_count(f"{self.type}.{field.name}", value, 0, _MAX_MS)
        if (getattr(self, "x", None) is None) != (getattr(self, "y", None) is None):
            raise InputError(f"{self.type}: expected both of x and y or neither")


def _check_count(name: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(f"{name}: expected a whole number {low}..{high}, got {value!r}")


@dataclass(frozen=True, slots=True)
class Tap(_Checked):
    """Touch and lift at one place.

    `sensitive` and `message` say that its source wanted a person's word first; nobody asks on its behalf.
    """

    type: ClassVar[str] = "tap"
    x: float
    y: float
    button: Button = Button.LEFT
    clicks: int = 1
    sensitive: bool = False
    message: str | None = None

    def __post_init__(self) -> None:
        _Checked.__post_init__(self)
        _check_count("tap.clicks", self.clicks, 1, 10)


@dataclass(frozen=True, slots=True)
class DoubleTap(_Checked):
    """Two taps at one place, close enough in time to be one gesture."""

    type: ClassVar[str] = "double_tap"
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class LongPress(_Checked):
    """Touch, hold and lift at one place."""

    type: ClassVar[str] = "long_press"
    x: float
    y: float
    duration_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Swipe(_Checked):
    """A straight stroke of the finger from (x1, y1) to (x2, y2)."""

    type: ClassVar[str] = "swipe"
    x1: float
    y1: float
    x2: float
    y2: float
    duration_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Scroll(_Checked):
    """Show more of the content on one side.

    `amount` is the share of the screen the finger travels; (x, y) is where. The points that perform
    it, (x1, y1) to (x2, y2), are the finger's and run against `direction`; they are all given or all None.
    """

    type: ClassVar[str] = "scroll"
    direction: Direction
    amount: float | None = None
    x: float | None = None
    y: float | None = None
    x1: float | None = None
    y1: float | None = None
    x2: float | None = None
    y2: float | None = None
    duration_ms: int | None = None

    def __post_init__(self) -> None:
        _Checked.__post_init__(self)
        if self.amount is not None and not 0.0 < self.amount <= 1.0:
            raise InputError(f"scroll.amount: expected more than 0 and at most 1, got {self.amount!r}")
        points = (self.x1, self.y1, self.x2, self.y2)
        if any(v is None for v in points) and any(v is not None for v in points):
            raise InputError("scroll: expected all of x1, y1, x2, y2 or none of them")


@dataclass(frozen=True, slots=True)
class Drag(_Checked):
    """Press until the thing is picked up (`hold_ms`), then move it."""

    type: ClassVar[str] = "drag"
    x1: float
    y1: float
    x2: float
    y2: float
    hold_ms: int | None = None
    duration_ms: int | None = None


@dataclass(frozen=True, slots=True)
class TimedPoint:
    """One sample of a finger's path; `at_ms` counts from the gesture's start."""

    x: float
    y: float
    at_ms: int

    def __post_init__(self) -> None:
        check_unit("gesture point x", self.x)
        check_unit("gesture point y", self.y)
        _check_count("gesture point at_ms", self.at_ms, 0, _MAX_MS)


@dataclass(frozen=True, slots=True)
class Gesture(_Checked):
    """Any path of one finger or several, each a list of timed samples."""

    type: ClassVar[str] = "gesture"
    contacts: tuple[tuple[TimedPoint, ...], ...]

    def __post_init__(self) -> None:
        if not self.contacts or not all(self.contacts):
            raise InputError("gesture.contacts: expected at least one contact with at least one point")
        for path in self.contacts:
            if any(later.at_ms < earlier.at_ms for earlier, later in pairwise(path)):
                raise InputError("gesture.contacts: expected a contact's points in the order of their at_ms")


@dataclass(frozen=True, slots=True)
class Pinch(_Checked):
    """Two fingers about a centre; `scale` over 1 spreads them, below 1 brings them together."""

    type: ClassVar[str] = "pinch"
    x: float
    y: float
    scale: float
    duration_ms: int | None = None

    def __post_init__(self) -> None:
        _Checked.__post_init__(self)
        if not 0.01 <= self.scale <= 100:
            raise InputError(f"pinch.scale: expected 0.01..100, got {self.scale!r}")


@dataclass(frozen=True, slots=True)
class Type(_Checked):
    """Enter text in the focused field; (x, y) when the source names the field."""

    type: ClassVar[str] = "type"
    text: str
    clear_before: bool = False
    press_enter: bool = False
    x: float | None = None
    y: float | None = None


@dataclass(frozen=True, slots=True)
class SelectOption(_Checked):
    """Choose a value of a drop-down (web sets)."""

    type: ClassVar[str] = "select_option"
    x: float
    y: float
    value: str


@dataclass(frozen=True, slots=True)
class Key(_Checked):
    """Press a key; `code` is Android's keycode name without prefix: BACK, HOME, ENTER, VOLUME_UP."""

    type: ClassVar[str] = "key"
    code: str
    presses: int = 1

    def __post_init__(self) -> None:
        # The name reaches a phone's command line, so its alphabet is closed here.
        if (
            not self.code.isascii()
            or not self.code.replace("_", "").isalnum()
            or self.code != self.code.upper()
        ):
            raise InputError(f"key.code: expected an Android keycode name such as BACK, got {self.code!r}")
        _check_count("key.presses", self.presses, 1, 100)


@dataclass(frozen=True, slots=True)
class OpenApp(_Checked):
    """Bring an app to the front, by the name on the launcher or by package."""

    type: ClassVar[str] = "open_app"
    name: str | None = None
    package: str | None = None
    activity: str | None = None

    def __post_init__(self) -> None:
        if not self.name and not self.package:
            raise InputError("open_app: expected a name or a package, got neither")


@dataclass(frozen=True, slots=True)
class OpenUrl(_Checked):
    """Open an address."""

    type: ClassVar[str] = "open_url"
    url: str


@dataclass(frozen=True, slots=True)
class Wait(_Checked):
    """Let time pass."""

    type: ClassVar[str] = "wait"
    duration_ms: int | None = None


@dataclass(frozen=True, slots=True)
class WaitFor(_Checked):
    """Wait until exactly one node matches."""

    type: ClassVar[str] = "wait_for"
    selector: Selector
    timeout_ms: int | None = None


@dataclass(frozen=True, slots=True)
class ExtractText(_Checked):
    """Read the text of the one matching node into an output."""

    type: ClassVar[str] = "extract_text"
    selector: Selector
    output_field: str


@dataclass(frozen=True, slots=True)
class Answer(_Checked):
    """Say something to the person who gave the task."""

    type: ClassVar[str] = "answer"
    text: str


@dataclass(frozen=True, slots=True)
class Note(_Checked):
    """An agent's note to itself; no effect on the device."""

    type: ClassVar[str] = "note"
    text: str


@dataclass(frozen=True, slots=True)
class CallApi(_Checked):
    """An agent's request to another service; no effect on the device."""

    type: ClassVar[str] = "call_api"
    instruction: str


@dataclass(frozen=True, slots=True)
class AskUser(_Checked):
    """Ask the person a question."""

    type: ClassVar[str] = "ask_user"
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Takeover(_Checked):
    """Hand the device to the person."""

    type: ClassVar[str] = "takeover"
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Finish(_Checked):
    """The actor says that it is done."""

    type: ClassVar[str] = "finish"
    status: FinishStatus = FinishStatus.UNKNOWN
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Invalid(_Checked):
    """What a model said that no parser could take: stored, never performed, never a training target."""

    type: ClassVar[str] = "invalid"
    raw: str
    reason: str


@dataclass(frozen=True, slots=True)
class RightClick(_Checked):
    """Desktop only."""

    type: ClassVar[str] = "right_click"
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Move(_Checked):
    """Desktop only: the pointer goes to a place."""

    type: ClassVar[str] = "move"
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class DragTo(_Checked):
    """Desktop only: drag from where the pointer is."""

    type: ClassVar[str] = "drag_to"
    x: float
    y: float
    button: Button = Button.LEFT


@dataclass(frozen=True, slots=True)
class Hotkey(_Checked):
    """Desktop only: keys pressed together."""

    type: ClassVar[str] = "hotkey"
    keys: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.keys:
            raise InputError("hotkey.keys: expected at least one key, got none")


@dataclass(frozen=True, slots=True)
class KeyDown(_Checked):
    """Desktop only."""

    type: ClassVar[str] = "key_down"
    key: str


@dataclass(frozen=True, slots=True)
class KeyUp(_Checked):
    """Desktop only."""

    type: ClassVar[str] = "key_up"
    key: str


Action: TypeAlias = (
    Tap
    | DoubleTap
    | LongPress
    | Swipe
    | Scroll
    | Drag
    | Gesture
    | Pinch
    | Type
    | SelectOption
    | Key
    | OpenApp
    | OpenUrl
    | Wait
    | WaitFor
    | ExtractText
    | Answer
    | Note
    | CallApi
    | AskUser
    | Takeover
    | Finish
    | Invalid
    | RightClick
    | Move
    | DragTo
    | Hotkey
    | KeyDown
    | KeyUp
)

ACTION_TYPES: dict[str, type[Action]] = {kind.type: kind for kind in Action.__args__}
"""Every action's class by its `type`."""

NO_DEVICE_EFFECT = (Wait, WaitFor, ExtractText, Answer, Note, CallApi, AskUser, Takeover, Finish, Invalid)
"""Actions that send nothing to the device."""


def target_point(action: Action) -> Point | None:
    """The place an action aims at: where the finger first comes down; None where there is none."""
    for x_name, y_name in (("x1", "y1"), ("x", "y")):
        x, y = getattr(action, x_name, None), getattr(action, y_name, None)
        if x is not None and y is not None:
            return Point(x, y)
    if isinstance(action, Gesture):
        first = action.contacts[0][0]
        return Point(first.x, first.y)
    return None
