"""What an app is made of: screens, views and effects as plain records.

An app never draws and never handles input. It says what a screen holds for a given state; the engine lays
it out, hit-tests it, dumps it and runs the effects of what was touched. Lengths are dp, text sizes sp.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

FILL = -1
WRAP = -2

Color = tuple[int, int, int]


# -- effects ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Open:
    """Start an activity of the same app (class name as in its registry); `finish` ends the present one."""

    activity: str
    args: tuple[tuple[str, str], ...] = ()
    finish: bool = False


@dataclass(frozen=True, slots=True)
class Launch:
    """Bring another app to the front, as the launcher does."""

    package: str


@dataclass(frozen=True, slots=True)
class Assign:
    """Set a variable of the screen, or of the whole app when its name starts with `app.`."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Put:
    """Write a row of the settings provider."""

    namespace: str
    key: str
    value: str


@dataclass(frozen=True, slots=True)
class ShowToast:
    """A toast of two seconds."""

    text: str


@dataclass(frozen=True, slots=True)
class ShowDialog:
    """Open a dialog of the screen over it."""

    name: str


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Close the dialog."""


@dataclass(frozen=True, slots=True)
class GoBack:
    """As the back key with the keyboard closed."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Finish the screen without a word, even where it asks before it goes."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Let the system ask something over the app: `permission` for a subject, or `chooser`."""

    what: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The system's question was answered; "" only closes it."""

    value: str = ""


@dataclass(frozen=True, slots=True)
class FocusField:
    """Put the cursor into a field; None takes it out and closes the keyboard."""

    field_id: str | None


@dataclass(frozen=True, slots=True)
class ForceStop:
    """End an app."""

    package: str


@dataclass(frozen=True, slots=True)
class EndFault:
    """A system dialog was answered."""

    name: str


@dataclass(frozen=True, slots=True)
class GoToSleep:
    """The screen goes off."""


Effect = (
    Open
    | Launch
    | Assign
    | Put
    | ShowToast
    | ShowDialog
    | Dismiss
    | GoBack
    | Leave
    | Ask
    | Answer
    | FocusField
    | ForceStop
    | EndFault
    | GoToSleep
)
Effects = tuple[Effect, ...]


# -- views -----------------------------------------------------------------------------------------------


class Flow(StrEnum):
    """How a view places its children."""

    COLUMN = "column"
    ROW = "row"
    STACK = "stack"


@dataclass(frozen=True, slots=True)
class Look:
    """How a view is painted. `kind` names a widget that is more than box, text and icon."""

    fill: Color | None = None
    border: Color | None = None
    radius: int = 0
    elevation: int = 0
    size: int = 16
    weight: str = "Regular"
    color: Color = (31, 31, 31)
    align: str = "start"
    lines: int = 1
    icon: str = ""
    icon_size: int = 24
    picture: str = ""
    kind: str = ""
    zoom: float = 1.0


@dataclass(frozen=True, slots=True)
class Field:
    """What makes a view an EditText. `action` labels the enter key: done, next, search or go."""

    hint: str = ""
    password: bool = False
    action: str = "done"
    on_enter: Effects = ()


@dataclass(frozen=True, slots=True)
class View:
    """One view. `cls` without a dot is a class of android.widget; `id` without a colon is of the package.

    `w` and `h` are dp, FILL (share what the siblings leave) or WRAP (height only: as the content needs).
    `zooms` names the variable of the screen that two fingers on the view change, in per cent.
    `anchor` places a child of a stack: start, end, top, bottom, center, or two of them with a hyphen.
    `recycles` marks a RecyclerView, which has only the children that are on the screen. `web` marks what a
    web page holds: its id is that of the page, without any package.
    """

    cls: str = "FrameLayout"
    id: str = ""
    text: str = ""
    desc: str = ""
    w: int = FILL
    h: int = WRAP
    flow: Flow = Flow.COLUMN
    pad: tuple[int, int, int, int] = (0, 0, 0, 0)
    gap: int = 0
    align: str = "start"
    anchor: str = "start-top"
    look: Look = Look()
    children: tuple[View, ...] = ()
    on_tap: Effects = ()
    on_long: Effects = ()
    on_swipe_left: Effects = ()
    on_swipe_right: Effects = ()
    on_swipe_up: Effects = ()
    field: Field | None = None
    checkable: bool = False
    checked: bool = False
    selected: bool = False
    enabled: bool = True
    clickable: bool = False
    scrolls: bool = False
    recycles: bool = False
    zooms: str = ""
    web: bool = False

    @property
    def class_name(self) -> str:
        return self.cls if "." in self.cls else f"android.widget.{self.cls}"

    @property
    def is_clickable(self) -> bool:
        return self.clickable or bool(self.on_tap) or self.field is not None

    @property
    def is_long_clickable(self) -> bool:
        return bool(self.on_long) or self.field is not None


# -- screens and apps ------------------------------------------------------------------------------------


class Env(Protocol):
    """What a screen may look at while it says what it holds."""

    def get(self, name: str, default: str = "") -> str:
        """A variable: the screen's (fields and arguments too), or the app's with `app.` in front."""
        ...

    def value(self, key: str, default: str) -> str:
        """A text that the phone's configuration may override."""
        ...

    def setting(self, namespace: str, key: str, default: str = "") -> str:
        """A row of the settings provider."""
        ...

    @property
    def date_text(self) -> str:
        """Today, such as `Mon, Nov 30`."""
        ...

    @property
    def recent(self) -> tuple[tuple[str, str], ...]:
        """(label, package) of the apps with a task, the most recent first."""
        ...

    @property
    def facts(self) -> Mapping[str, str]:
        """model, release, api, locale."""
        ...


Build = Callable[[Env], View]


@dataclass(frozen=True, slots=True)
class Every:
    """While the screen is in front, the variable counts up modulo `count` each `seconds`.

    The first value depends on the phone's seed.
    """

    seconds: float
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Screen:
    """An activity. `load_s` > 0: the variable `loading` is "1" for that long after it was opened.

    `instead` may name another screen that is opened in place of this one. `on_back` may answer the back key
    with effects (none: the screen goes). A `secure` screen is not to be captured. `bar` is the colour behind the
    status bar, `dark_bar` says that it needs white signs.
    """

    build: Build
    load_s: float = 0.0
    every: tuple[Every, ...] = ()
    dialogs: Mapping[str, Build] = field(default_factory=lambda: MappingProxyType({}))
    instead: Callable[[Env], str | None] | None = None
    on_back: Callable[[Env], Effects] | None = None
    secure: bool = False
    dark_bar: bool = False
    bar: Color = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class App:
    """A package with screens: short class name (`.Main`) -> Screen. `main` is the launchable one.

    `in_launcher` False keeps the icon off the first page. A `translated` app speaks the phone's language.
    """

    label: str
    package: str
    version_name: str
    version_code: int
    main: str
    screens: Mapping[str, Screen]
    icon: str = ""
    color: Color = (66, 133, 244)
    in_launcher: bool = True
    translated: bool = False

    @property
    def main_class(self) -> str:
        return self.full_class(self.main)

    def full_class(self, name: str) -> str:
        return self.package + name if name.startswith(".") else name
