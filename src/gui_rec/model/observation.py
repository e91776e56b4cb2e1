"""One look at a device: what was on it at one moment, and why anything that is absent is absent."""

from __future__ import annotations

from dataclasses import dataclass, field

from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.geometry import Rect, ScreenSize


@dataclass(frozen=True, slots=True)
class Focus:
    """The focused window. `package` is None in a transition; `activity` is None for a bare window."""

    package: str | None = None
    activity: str | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """A window on the display; bounds in px."""

    package: str | None
    title: str | None
    bounds: Rect | None
    type: str | None


@dataclass(frozen=True, slots=True)
class Facts:
    """What was read off an observation; None where it could not be known.

    `toast` is the newest toast since the action before it, also one that has gone, and "" where none came: only a
    device that hears toasts can tell.
    """

    title: str | None = None
    windows: tuple[Window, ...] = ()
    dialog: str | None = None
    loading: bool | None = None
    toast: str | None = None
    error_text: str | None = None
    keyboard: bool | None = None
    named: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True, slots=True)
class StateKey:
    """Ordered Merkle keys of the canonical tree, 16 hex digits each (see `gui_rec.ui.state_key`)."""

    structure: str
    content: str
    state: str


@dataclass(frozen=True, slots=True)
class Missing:
    """A column that is null, and the typed reason."""

    column: str
    reason: MissingReason


@dataclass(frozen=True, slots=True)
class Observation:
    """Screenshot, hierarchy and facts of one moment.

    `screenshot` holds the PNG bytes as the device sent them; `ui_xml` the hierarchy as text. `size` is
    the screen as the user sees it and `rotation` is 0..3 quarter turns. `fingerprint` is
    `algorithm:hex`. `captured_at_us` is wall-clock microseconds. Whatever could not be had is None and
    has an entry in `missing`; what is derived from it (size, fingerprint, state key) is None with it.
    `ui_source` names what the hierarchy was got by (`dump`, `u2`), None where nobody told. `masked`
    counts the places that were masked in picture and hierarchy; None where no masks were applied.
    """

    screenshot: bytes | None = field(repr=False, default=None)
    ui_xml: str | None = field(repr=False, default=None)
    package: str | None = None
    activity: str | None = None
    rotation: int | None = None
    size: ScreenSize | None = None
    fingerprint: str | None = None
    state_key: StateKey | None = None
    facts: Facts = Facts()
    captured_at_us: int | None = None
    missing: tuple[Missing, ...] = ()
    flags: tuple[Flag, ...] = ()
    ui_source: str | None = None
    masked: int | None = None

    @classmethod
    def absent(cls, reason: MissingReason, captured_at_us: int) -> Observation:
        """A moment of which nothing could be had, by `reason`."""
        columns = ("screenshot", "ui_xml", "package")
        return cls(
            captured_at_us=captured_at_us, missing=tuple(Missing(column, reason) for column in columns)
        )

    @property
    def is_usable(self) -> bool:
        """True when there is something to judge by."""
        return self.screenshot is not None or self.ui_xml is not None
