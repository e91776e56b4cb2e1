"""Faults that can be switched on, at the start and while the phone runs.

A specification is `name`, `name:ARGUMENT`, `name@K` or `name:ARGUMENT@K`. For counted faults the argument
is how many times it strikes (always, when absent) and `@K` lets it begin with the K-th chance (1-based).
All others begin, with `@K`, when the K-th action has been done: a touch, a key, typing, an app's start.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gui_rec.errors import UsageError

_COUNT = r"[0-9]{1,9}"
_NUMBER = r"[0-9]{1,9}(?:\.[0-9]{1,9})?"
_SIGNED = rf"-?{_NUMBER}"
_SIZE = r"[1-9][0-9]{2,3}x[1-9][0-9]{2,3}"


@dataclass(frozen=True, slots=True)
class FaultKind:
    """A fault of the table: what it does and what its argument is (a pattern, and words for it)."""

    meaning: str
    pattern: str = _NUMBER
    argument: str = "a number"
    counted: bool = False
    stays: str = ""

    @property
    def once(self) -> bool:
        """It happens once and `stays`, which says how it is undone; to switch it off undoes nothing."""
        return bool(self.stays)


def _counted(meaning: str) -> FaultKind:
    return FaultKind(meaning, _COUNT, "a whole number of times", counted=True)


KINDS: dict[str, FaultKind] = {
    "old-xml": _counted("uiautomator dump fails with a null root and leaves the old file"),
    "null-root": _counted("uiautomator dump finds no root node, says so and writes nothing"),
    "truncated-png": _counted("screencap ends in the middle of the picture"),
    "not-idle": _counted("uiautomator dump gives up waiting for the idle state, after `idle-timeout`"),
    "idle-timeout": FaultKind("for how long `not-idle` lets uiautomator wait (10)", _NUMBER, "seconds"),
    "lost-tap": _counted("an injected tap has no effect"),
    "double-tap": _counted("an injected tap has its effect twice"),
    "inject-denied": _counted("input is refused for want of the permission INJECT_EVENTS"),
    "no-focus": _counted("dumpsys window says mCurrentFocus=null"),
    "display-warning": _counted("screencap warns of several displays in front of the picture"),
    "stale-tree": FaultKind("the first N dumps (1) after an action show the tree before it", _COUNT, "dumps"),
    "stale-frame": FaultKind("the first N pictures (1) after an action show it before", _COUNT, "pictures"),
    "never-settling": FaultKind("something moves on the screen every N ms (300)", _COUNT, "milliseconds"),
    "slow-page": FaultKind("pages behind a spinner need this many seconds", _NUMBER, "seconds"),
    "secure-screen": FaultKind("frames are black; with any number, screencap refuses instead"),
    "crash-dialog": FaultKind("the app in front dies and the system says so"),
    "silent-crash": FaultKind(
        "the app in front dies without a word; the log has it",
        stays="an app that died is gone; it starts anew when it is opened",
    ),
    "anr-dialog": FaultKind("the app in front does not respond and the system says so"),
    "permission-dialog": FaultKind("a permission question covers the app in front"),
    "chooser-dialog": FaultKind("the system asks which app shall go on"),
    "app-dialog": FaultKind("the app in front asks in a dialog of its own to be rated"),
    "usb-dialog": FaultKind("the system asks whether to allow USB debugging"),
    "shade-dialog": FaultKind("the notification shade lies over the app in front"),
    "heads-up": FaultKind("a notification's banner lies over the upper edge of the screen"),
    "error-toast": FaultKind(
        "a toast says that something went wrong", stays="a toast goes by itself, after a few seconds"
    ),
    "inline-error": FaultKind("the page in front says that the connection failed"),
    "loading-page": FaultKind("the app in front shows a page that says that it is loading, for ever"),
    "blank-page": FaultKind("the app in front shows an empty page"),
    "login-wall": FaultKind("the app in front asks to sign in"),
    "update-wall": FaultKind("the app in front does not go on without an update"),
    "web-error": FaultKind("the app in front shows a web page that could not be loaded"),
    "odd-paint": FaultKind("the first button in front is painted otherwise, its node unchanged"),
    "come-and-go": FaultKind(
        "the page has a line more, and every N ms (300) a second one comes or goes", _COUNT, "milliseconds"
    ),
    "ime-race": FaultKind(
        "ime set answers at once and takes effect N seconds later, or never", _NUMBER, "seconds"
    ),
    "clock-jump": FaultKind(
        "the wall clock jumps by this many seconds (3600)",
        _SIGNED,
        "seconds",
        stays="a clock that has jumped goes on from there; `gui-rec phone fault on clock-jump:-3600` sets it back",
    ),
    "size-change": FaultKind(
        "the display gets this size (720x1600)",
        _SIZE,
        "a size WxH",
        stays="a display that has changed keeps its size; `adb shell wm size reset` gives it its own back",
    ),
    "rotation-change": FaultKind(
        "the screen turns to this rotation (1)",
        "[0-3]",
        "0..3",
        stays="a screen that has turned stays so; `adb shell settings put system accelerometer_rotation 1` "
        "lets it follow the hand again",
    ),
    "booting": FaultKind("Android says that it has not finished starting"),
}
COUNTED = {name: kind.meaning for name, kind in KINDS.items() if kind.counted}
PLAIN = {name: kind.meaning for name, kind in KINDS.items() if not kind.counted}
NAMES = tuple(KINDS)


def _not_understood(specification: str) -> str:
    """What a fault of the screen should have looked like, or which ones there are."""
    name = re.split("[:@]", specification, maxsplit=1)[0]
    if name not in KINDS:
        return f"fault {specification!r}: expected NAME[:ARGUMENT][@K] of {', '.join(NAMES)}"
    return (
        f"fault {specification!r}: expected {name} or {name}:ARGUMENT, {KINDS[name].argument}, "
        "and behind it @K or nothing, K from 1 on"
    )


def fault_text(name: str, argument: str | int | None, waits: int, *, counted: bool = True) -> str:
    """`NAME[:ARGUMENT][@K]` of a fault that lets `waits` chances pass, or actions where it is not `counted`."""
    behind = "" if argument is None else f":{argument}"
    start = f"@{waits + counted}" if waits else ""
    return f"{name}{behind}{start}"


@dataclass(slots=True)
class _Fault:
    argument: str | None
    left: int | None
    skip: int


class Faults:
    """The table of faults that are on."""

    def __init__(self, specifications: Iterable[str] = ()) -> None:
        self._on: dict[str, _Fault] = {}
        self.changes = 0
        for specification in specifications:
            self.set(specification)

    def set(self, specification: str) -> None:
        """Switch a fault on, replacing what was set for its name. Raises UsageError."""
        match = re.fullmatch(r"([a-z-]+)(?::([-0-9.x]+))?(?:@([1-9][0-9]{0,8}))?", specification)
        if match is None or match[1] not in KINDS:
            raise UsageError(_not_understood(specification))
        name, argument, start = match[1], match[2], match[3]
        kind = KINDS[name]
        if argument is not None and re.fullmatch(kind.pattern, argument) is None:
            raise UsageError(f"fault {specification!r}: expected {kind.argument} behind the colon")
        left = int(argument) if kind.counted and argument is not None else None
        waits = int(start or 1) - 1 if kind.counted else int(start or 0)
        self._on[name] = _Fault(argument, left, waits)
        self.changes += 1

    def clear(self, name: str | None = None) -> str | None:
        """Switch one fault off, or all. What stays of one that has happened already, and how that is undone."""
        self.changes += 1
        if name is None:
            self._on.clear()
            return None
        was_on = self._on.pop(name, None) is not None
        stays = KINDS[name].stays if name in KINDS else ""
        return f"{name}: {stays}" if stays and not was_on else None

    def active(self, name: str) -> bool:
        """True while `name` is on; a counted fault is off once it has struck for the last time."""
        fault = self._on.get(name)
        return fault is not None and (KINDS[name].counted or fault.skip == 0)

    def argument(self, name: str) -> str | None:
        """The text behind the colon, None when there is none or the fault is off."""
        return self._on[name].argument if self.active(name) else None

    def number(self, name: str, default: float) -> float | None:
        """The argument as a number, `default` without one, None when the fault is off."""
        return float(self.argument(name) or default) if self.active(name) else None

    def take(self, name: str) -> bool:
        """True when `name` strikes this time; counts the chance down."""
        fault = self._on.get(name)
        if fault is None:
            return False
        if fault.skip > 0:
            fault.skip -= 1
            return False
        if fault.left is None:
            return True
        fault.left -= 1
        if fault.left <= 0:
            del self._on[name]
        return fault.left >= 0

    def acted(self) -> None:
        """An action was done: faults that wait for the K-th one come nearer."""
        for name, fault in self._on.items():
            if not KINDS[name].counted and fault.skip > 0:
                fault.skip -= 1
                self.changes += fault.skip == 0

    def take_events(self) -> list[tuple[str, str | None]]:
        """(name, argument) of the faults that happen once and whose time has come; they are off then."""
        found = [name for name in self._on if KINDS[name].once and self.active(name)]
        return [(name, self._on.pop(name).argument) for name in found]

    def names(self) -> tuple[str, ...]:
        """The faults that are on, in the order they were set."""
        return tuple(self._on)

    def texts(self) -> tuple[str, ...]:
        """The faults that are on, each as a specification that switches on what is left of it."""
        return tuple(
            fault_text(name, argument if left is None else left, waits, counted=KINDS[name].counted)
            for name, argument, left, waits in self.rows()
        )

    def rows(self) -> list[tuple[str, str | None, int | None, int]]:
        """(name, argument, strikes left, chances to let pass) of all that are on, for a snapshot."""
        return [(name, fault.argument, fault.left, fault.skip) for name, fault in self._on.items()]

    def replace(self, rows: Iterable[tuple[str, str | None, int | None, int]]) -> None:
        """Exactly these rows are on. Raises UsageError for what is no fault."""
        found = {name: _Fault(argument, left, skip) for name, argument, left, skip in rows}
        for name, fault in found.items():
            if name not in KINDS:
                raise UsageError(f"fault {name!r}: expected one of {', '.join(NAMES)}")
            if fault.argument is not None and re.fullmatch(KINDS[name].pattern, fault.argument) is None:
                raise UsageError(f"fault {name!r}: expected {KINDS[name].argument}, got {fault.argument!r}")
        self._on = found
        self.changes += 1
