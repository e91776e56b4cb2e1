"""A device in memory: screens, where taps lead, and what goes wrong when. For unit tests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from gui_rec.device._api import Display, TouchNode
from gui_rec.device.app_names import AppNames, plain
from gui_rec.device.probes import checked_probe
from gui_rec.device.restore import RestoreStep
from gui_rec.errors import ActionUnsupportedError, DeviceError, DeviceLostError, TextUnsupportedError
from gui_rec.model.actions import (
    Action,
    DoubleTap,
    Drag,
    Key,
    LongPress,
    OpenApp,
    OpenUrl,
    Scroll,
    Swipe,
    Tap,
    Type,
    target_point,
)
from gui_rec.model.display_name import display_name
from gui_rec.model.episode import DeviceInfo
from gui_rec.model.geometry import Rect, ScreenSize, to_px
from gui_rec.model.observation import Focus, Window
from gui_rec.model.step import Sent
from gui_rec.testing.builders import PACKAGE, SIZE, Element, hierarchy_xml, picture_of
from gui_rec.testing.clock import FakeClock

_PERFORMED = (Tap, DoubleTap, LongPress, Swipe, Scroll, Drag, Type, Key, OpenApp, OpenUrl)


@dataclass(frozen=True, slots=True)
class Screen:
    """One page. `windows` are those beside the page's own; `picture` and `xml` stand in for what the
    elements would give; `scrolls_to` names the page that a swipe or scroll leads to.
    """

    elements: tuple[Element, ...] = ()
    package: str = PACKAGE
    activity: str = ".Main"
    keyboard: bool = False
    windows: tuple[Window, ...] = ()
    scrolls_to: str | None = None
    picture: bytes | None = None
    xml: str | None = None


@dataclass(slots=True)
class FakeDevice:
    """Shows `screens`; time passes only on `clock`.

    `react_s` is how long after a tap its screen appears. `costs_s` is the time each method takes, by
    its name. `performed` holds the actions that were sent, `restored` what was done to which app, `calls` how often
    each method was called; `answers` is what the shell says to a question, by its words.
    """

    screens: Mapping[str, Screen]
    current: str
    clock: FakeClock = field(default_factory=FakeClock)
    serial: str = "fake-1"
    size: ScreenSize = SIZE
    rotation: int = 0
    display_number: int = 0
    react_s: float = 0.0
    costs_s: Mapping[str, float] = field(default_factory=dict)
    carries_unicode: bool = False
    versions: Mapping[str, str] = field(default_factory=dict)
    panel_bytes: tuple[bytes, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    restored: list[tuple[str, tuple[RestoreStep, ...]]] = field(default_factory=list)
    performed: list[Action] = field(default_factory=list)
    calls: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    app_names: AppNames = field(default_factory=AppNames)
    _faults: dict[str, list[Exception]] = field(default_factory=lambda: defaultdict(list))
    _due: list[tuple[float, str, bool]] = field(default_factory=list)
    _history: list[str] = field(default_factory=list)
    _texts: dict[tuple[str, int], str] = field(default_factory=dict)
    _focused: int | None = None
    _lost: bool = False
    _drops_answer: bool = False
    _gone_s: float | None = None
    _back_at_s: float | None = None

    # What a test makes happen.

    def fail_next(self, method: str, error: Exception, times: int = 1) -> None:
        """The next `times` calls of `method` raise `error`."""
        self._faults[method] += [error] * times

    def lose(self) -> None:
        """From now on the device is gone."""
        self._lost = True

    def find_again(self) -> None:
        """The device is back."""
        self._lost = False

    def drop_next_answer(self, *, gone_s: float | None = None) -> None:
        """The next action is done, but its answer does not come, and the device is gone (for `gone_s`)."""
        self._drops_answer = True
        self._gone_s = gone_s

    def show_after(self, seconds: float, name: str) -> None:
        """`name` appears by itself so many seconds from now."""
        self._due = sorted([*self._due, (self.clock.now_s + seconds, name, True)])

    # The protocol.

    def info(self) -> DeviceInfo:
        self._enter("info")
        shown = self._turned()
        return DeviceInfo(
            model="Fake",
            sdk=34,
            width_px=shown.width_px,
            height_px=shown.height_px,
            display_id=display_name(self.display_number, None),
        )

    def display(self) -> Display:
        self._enter("display")
        return Display(
            self._turned(), self.rotation, 420, "4619827259835644672", self.size, None, self.display_number
        )

    def screenshot(self) -> bytes:
        self._enter("screenshot")
        screen = self.screens[self.current]
        return screen.picture or picture_of(self._elements(), self._turned())

    def hierarchy(self) -> str:
        self._enter("hierarchy")
        screen = self.screens[self.current]
        if screen.xml is not None:
            return screen.xml
        return hierarchy_xml(
            self._elements(), package=screen.package, size=self._turned(), rotation=self.rotation
        )

    @property
    def ui_source(self) -> str | None:
        return "dump" if self.calls["hierarchy"] else None

    def focus(self) -> Focus:
        self._enter("focus")
        screen = self.screens[self.current]
        title = f"{screen.package}/{screen.package}{screen.activity}"
        return Focus(screen.package, screen.activity, title)

    def windows(self) -> tuple[Window, ...]:
        self._enter("windows")
        screen, shown = self.screens[self.current], self._turned()
        own = Window(screen.package, "page", Rect(0, 0, shown.width_px, shown.height_px), "BASE_APPLICATION")
        return (*screen.windows, own)

    def keyboard_shown(self) -> bool | None:
        self._enter("keyboard_shown")
        return self.screens[self.current].keyboard or self._focused is not None

    def perform(self, action: Action, size: ScreenSize) -> Sent:
        self._enter("perform")
        if not isinstance(action, _PERFORMED):
            raise ActionUnsupportedError(f"{action.type}: the fake device has no such gesture")
        if isinstance(action, Type) and not (action.text.isascii() or self.carries_unicode):
            raise TextUnsupportedError("text: the fake device types ASCII only")
        started_us = round(self.clock.now_s * 1_000_000)
        self.performed.append(action)
        self._react(action, size)
        if self._drops_answer:
            self._drops_answer, self._lost = False, True
            self._back_at_s = None if self._gone_s is None else self.clock.now_s + self._gone_s
            return Sent(action.type, "fake", None, "no answer", started_us, started_us)
        return Sent(action.type, "fake", 0, "", started_us, round(self.clock.now_s * 1_000_000))

    def app_version(self, package: str) -> str | None:
        self._enter("app_version")
        return self.versions.get(package)

    def resolve_app(self, name_or_package: str) -> tuple[str, str]:
        self._enter("resolve_app")
        installed = {screen.package for screen in self.screens.values()}
        wanted = {name_or_package, *self.app_names.packages_of(name_or_package, installed)}
        for screen in self.screens.values():
            if screen.package in wanted or plain(name_or_package) == plain(screen.package.rpartition(".")[2]):
                return screen.package, screen.activity
        raise DeviceError(f"open_app: no app {name_or_package!r} on {self.serial}")

    def restore_app(self, package: str, steps: Sequence[RestoreStep]) -> None:
        """A cleared app has nothing in its fields; a launched one shows its first page."""
        self._enter("restore_app")
        self.resolve_app(package)
        self.restored.append((package, tuple(steps)))
        if RestoreStep.CLEAR in steps:
            own = {name for name, screen in self.screens.items() if screen.package == package}
            self._texts = {place: text for place, text in self._texts.items() if place[0] not in own}
        if RestoreStep.LAUNCH in steps:
            self._open(OpenApp(package=package))

    def ask(self, words: Sequence[str]) -> str:
        """What `answers` holds for the words joined by spaces; else nothing."""
        self._enter("ask")
        return self.answers.get(" ".join(checked_probe(words)), "")

    def touch_nodes(self) -> list[TouchNode]:
        self._enter("touch_nodes")
        return [TouchNode("/dev/input/event1", "fake_panel", 0, 32767, 0, 32767, 10, True)]

    @contextmanager
    def touch_lines(self) -> Iterator[Iterator[bytes]]:
        """The chunks of `panel_bytes`, then the end."""
        self._enter("touch_lines")
        yield iter(self.panel_bytes)

    def close(self) -> None:
        """Nothing is held."""

    # How it works.

    def _enter(self, method: str) -> None:
        self.calls[method] += 1
        self.clock.advance(self.costs_s.get(method, 0.0))
        if self._back_at_s is not None and self.clock.now_s >= self._back_at_s:
            self._lost, self._back_at_s = False, None
        if self._lost:
            raise DeviceLostError(f"{self.serial} went away")
        while self._due and self._due[0][0] <= self.clock.now_s:
            _, name, remember = self._due.pop(0)
            self._show(name, remember=remember)
        if self._faults[method]:
            raise self._faults[method].pop(0)

    def _show(self, name: str, *, remember: bool) -> None:
        if remember:
            self._history.append(self.current)
        self.current, self._focused = name, None

    def _turned(self) -> ScreenSize:
        turned = ScreenSize(self.size.height_px, self.size.width_px)
        return turned if self.rotation % 2 else self.size

    def _elements(self) -> tuple[Element, ...]:
        return tuple(
            replace(
                element,
                text=self._texts.get((self.current, i), element.text),
                focused=element.focused or i == self._focused,
            )
            for i, element in enumerate(self.screens[self.current].elements)
        )

    def _react(self, action: Action, size: ScreenSize) -> None:
        match action:
            case Swipe() | Scroll():
                self._go(self.screens[self.current].scrolls_to)
            case Type():
                self._type(action, size)
            case Key(code="BACK"):
                self._back()
            case Key(code="HOME"):
                self._go("home" if "home" in self.screens else None)
            case OpenApp():
                self._open(action)
            case _:
                self._touch(action, size)

    def _touch(self, action: Action, size: ScreenSize) -> None:
        point = target_point(action)
        if point is None:
            return
        pixel = to_px(point, size)
        for i, element in enumerate(self.screens[self.current].elements):
            if element.bounds.contains(pixel) and element.enabled:
                self._focused = i if element.is_field else self._focused
                self._go(element.goes_to)
                return

    def _type(self, action: Type, size: ScreenSize) -> None:
        if action.x is not None:
            self._touch(action, size)
        fields = self._fields()
        index = self._focused if self._focused is not None else next(iter(fields), None)
        if index is None:
            return
        before = "" if action.clear_before else self._texts.get((self.current, index), "")
        self._focused = index
        self._texts[self.current, index] = before + action.text

    def _fields(self) -> Iterable[int]:
        elements = self.screens[self.current].elements
        return [i for i, element in enumerate(elements) if element.is_field and element.focused]

    def _back(self) -> None:
        if self._history:
            self._go(self._history.pop(), remember=False)

    def _open(self, action: OpenApp) -> None:
        wanted = action.package or action.name or ""
        for name, screen in self.screens.items():
            if wanted in (screen.package, screen.package.rpartition(".")[2]):
                self._go(name)
                return

    def _go(self, name: str | None, *, remember: bool = True) -> None:
        if name is None:
            return
        if self.react_s:
            self._due = sorted([*self._due, (self.clock.now_s + self.react_s, name, remember)])
        else:
            self._show(name, remember=remember)
