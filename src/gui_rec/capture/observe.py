"""One look at a device: screenshot, hierarchy, focus, windows and keyboard of one moment.

Order: screenshot first, then focus, then the hierarchy, then windows, keyboard and rotation. The
hierarchy is by far the slowest (about 2 s on a phone, of which uiautomator itself waits 1 s for the
screen to be idle), so the picture is the state before it; whether nothing moved meanwhile is what
`gui_rec.capture.settle` finds out by a picture taken afterwards. A lone `observe()` gives no such word.

What could not be had is None with a `Missing`; only a lost device is an error.

What the mask rules withhold is gone from an observation before anything is derived from it: fingerprint,
state key, facts and titles are those of the masked screen. What it really showed stays in memory, where it
tells whether the screen still shows the same (`gui_rec.capture.privacy.live`).
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Generic, TypeVar

from gui_rec._clock import Clock
from gui_rec.capture.pixels import bars_in, same_pixels
from gui_rec.capture.privacy.live import Live, MaskedObservation, live_of
from gui_rec.capture.privacy.masker import Clean, Masker, Raw
from gui_rec.device._api import Device, HearsToasts
from gui_rec.errors import (
    CaptureError,
    DeviceError,
    DeviceLostError,
    DeviceTimeoutError,
    DeviceUnavailableError,
    HierarchyError,
    ImageError,
)
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.observation import Facts, Focus, Missing, Observation, StateKey, Window
from gui_rec.ui.facts import facts_of
from gui_rec.ui.named_facts import NamedFact, answers
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.state_key import state_key
from gui_rec.ui.tree import Tree
from gui_rec.vision.fingerprint import Look, look

T = TypeVar("T")
DUMP = "dump"
_SPEAKING_NODES = 3
_GONE = (DeviceLostError, DeviceUnavailableError)
# A question that takes milliseconds: a device that is silent for two of them, 10 s each, hangs.
_SILENCES = 2


@dataclass(frozen=True, slots=True)
class ObserveConfig:
    """`not_idle_rest_s`: a screen that never idles is not dumped again for so long (each try costs
    ten seconds); an action ends the rest. `focus_tries` looks at the focus, `focus_gap_s` apart,
    are made while it is in transition. `cache_size` pictures are remembered by content. The answers to
    `named_facts` are read off every screen that is stored.
    """

    not_idle_rest_s: float = 20.0
    focus_tries: int = 3
    focus_gap_s: float = 0.1
    cache_size: int = 32
    named_facts: tuple[NamedFact, ...] = ()


class Observer:
    """Looks at one device. Not for several threads."""

    def __init__(
        self,
        device: Device,
        clock: Clock,
        config: ObserveConfig | None = None,
        masker: Masker | None = None,
    ) -> None:
        """Without a `masker` nothing is withheld."""
        self._device = device
        self.masker = masker
        self._clock = clock
        self._config = config or ObserveConfig()
        self._pictures: _Cache[Look] = _Cache(self._config.cache_size)
        self._trees: _Cache[Tree] = _Cache(self._config.cache_size)
        self._rests_until_s: float | None = None
        self._silences = 0
        self._listens = False

    def forget_toast(self) -> None:
        """Before an action: what is heard from now on is its doing. Raises DeviceLostError."""
        if isinstance(self._device, HearsToasts):
            self._told(self._device.forget_toast)

    def acted(self) -> None:
        """Something was sent to the device: a screen that never idled may do so now."""
        self._rests_until_s = None

    def screenshot(self) -> bytes | None:
        """The picture alone: the cheap look. None where it could not be had. Raises DeviceLostError."""
        return self._screenshot()[0]

    def tree(self, observation: Observation) -> Tree | None:
        """The parsed hierarchy of an observation; None without one."""
        return None if observation.ui_xml is None else self._parse(observation.ui_xml)

    def live_tree(self, observation: Observation) -> Tree | None:
        """The hierarchy as the device gave it, before masks: to act by, never to store."""
        return self.tree(live_of(observation))

    def observe(self, *, screenshot: bytes | None = None, hierarchy: str | None = None) -> Observation:
        """A full look. `screenshot` is a picture taken a moment ago, to save taking another; so is `hierarchy`,
        one that parses and is known to be of this state.

        Raises DeviceLostError or DeviceUnavailableError when the device went away, nothing else.
        """
        captured_at_us = self._clock.wall_us()
        missing: list[Missing] = []
        png, shot_reason = (screenshot, None) if screenshot is not None else self._screenshot()
        if shot_reason is not None:
            missing.append(Missing("screenshot", shot_reason))
        focus, xml, tree_reason, flags = (
            self._focus_and_tree() if hierarchy is None else self._given(hierarchy)
        )
        if tree_reason is not None:
            missing.append(Missing("ui_xml", tree_reason))
        if focus.package is None:
            missing.append(Missing("package", MissingReason.NOT_RECORDED))
        observation = Observation(
            screenshot=png,
            ui_xml=xml,
            package=focus.package,
            activity=focus.activity,
            captured_at_us=captured_at_us,
            missing=tuple(missing),
            flags=flags,
            ui_source=None if xml is None else DUMP if hierarchy is not None else self._device.ui_source,
        )
        seen = self._with_picture(self._with_display(observation))
        windows, keyboard = self._told(self._device.windows), self._told(self._device.keyboard_shown)
        live = self._with_toast(self._with_facts(seen, focus, windows or (), keyboard))
        if self.masker is None or not self.masker.rules:
            return live
        raw = Raw(
            png,
            xml,
            self.tree(live),
            focus,
            windows,
            keyboard,
            live.size,
            self._has_moved(live),
            toast=live.facts.toast,
        )
        return self._masked(live, raw)

    def masked_again(self, observation: Observation) -> Observation:
        """`observation`, seen by this observer, by what the masker knows now."""
        if self.masker is None or not self.masker.rules:
            return observation
        live = live_of(observation)
        flags = tuple(flag for flag in observation.flags if flag is not Flag.MASKED)
        title = live.facts.title if live.ui_xml is None else None
        raw = Raw(
            live.screenshot,
            live.ui_xml,
            self.tree(live),
            Focus(live.package, live.activity, title),
            live.facts.windows,
            live.facts.keyboard,
            live.size,
            toast=live.facts.toast,
        )
        return self._masked(replace(live, flags=flags), raw)

    def _masked(self, live: Observation, raw: Raw) -> Observation:
        """`live` as it may be stored; what is derived from it is derived anew."""
        assert self.masker is not None
        clean = self.masker.clean(raw)
        is_same = clean.picture is raw.picture and clean.xml == raw.xml and clean.focus == raw.focus
        if is_same and clean.toast == raw.toast and clean.windows == live.facts.windows and not clean.places:
            return replace(live, masked=0)
        return self._derived(live, raw, clean)

    def _derived(self, live: Observation, raw: Raw, clean: Clean) -> Observation:
        values = {item.name: getattr(live, item.name) for item in fields(Observation)}
        seen = replace(
            MaskedObservation(**values, live=Live(live)),
            screenshot=clean.picture,
            ui_xml=clean.xml,
            package=clean.focus.package,
            activity=clean.focus.activity,
            fingerprint=None if clean.picture is None else self._picture(clean.picture).fingerprint,
            state_key=None,
            missing=(*live.missing, *clean.missing),
            flags=tuple(dict.fromkeys((*live.flags, *([Flag.MASKED] if clean.places else [])))),
            masked=clean.places,
        )
        if clean.hides_app:
            facts = Facts(windows=clean.windows, loading=live.facts.loading, keyboard=raw.keyboard)
            return replace(seen, facts=facts)
        derived = self._with_facts(seen, clean.focus, clean.windows, raw.keyboard)
        return replace(derived, facts=replace(derived.facts, toast=clean.toast))

    def _has_moved(self, live: Observation) -> bool:
        """Whether the screen changed since the picture, where the last page's masks may still be needed."""
        if self.masker is None or not self.masker.watches_motion or live.screenshot is None:
            return False
        return not same_pixels(self._screenshot()[0], live.screenshot, bars_in(live))

    def has_focus_of(self, seen: Observation) -> bool:
        """Whether the window that has the focus now is the one of `seen`, as far as the device tells."""
        focus = self._told(self._device.focus)
        live = live_of(seen)
        if focus is None or focus.package is None or live.package is None:
            return True
        return (focus.package, focus.activity) == (live.package, live.activity)

    def _screenshot(self) -> tuple[bytes | None, MissingReason | None]:
        try:
            png = self._device.screenshot()
            self._picture(png)
        except CaptureError as error:
            if isinstance(error.__cause__, DeviceTimeoutError):
                self._silent_picture()
            return None, _reason(error.reason, MissingReason.SCREENCAP_FAILED)
        except ImageError as error:
            return None, _reason(error.reason, MissingReason.SCREENCAP_TRUNCATED)
        except _GONE:
            raise
        except DeviceError:
            return None, MissingReason.SCREENCAP_FAILED
        return png, None

    def _silent_picture(self) -> None:
        """No picture in time. After two of them a small question tells a device that hangs from pictures that stall."""
        self._silences += 1
        if self._silences >= _SILENCES:
            self._told(self._device.focus)

    def _picture(self, png: bytes) -> Look:
        return self._pictures.get(png, lambda: look(png))

    def _parse(self, xml: str) -> Tree:
        return self._trees.get(xml.encode("utf-8", "surrogatepass"), lambda: parse_hierarchy(xml))

    def _focus_and_tree(self) -> tuple[Focus, str | None, MissingReason | None, tuple[Flag, ...]]:
        """Focus and hierarchy; when they speak of different apps, both are asked once more."""
        for attempt in (1, 2):
            focus = self._focus()
            xml, reason, flags = self._hierarchy()
            owner = None if xml is None else self._parse(xml).package
            agree = owner is None or focus.package is None or owner == focus.package
            if agree:
                return focus, xml, reason, flags
            if attempt == 2:
                return focus, xml, reason, (*flags, self._disagreement(owner))
        raise AssertionError("the second attempt returns")

    def _given(self, xml: str) -> tuple[Focus, str | None, MissingReason | None, tuple[Flag, ...]]:
        """A hierarchy that somebody else asked for; one that speaks of another app than the focus is asked for anew."""
        focus, tree = self._focus(), self._parse(xml)
        if None not in (tree.package, focus.package) and tree.package != focus.package:
            return self._focus_and_tree()
        return focus, xml, None, (Flag.TREE_SANITISED,) if tree.sanitised else ()

    def _disagreement(self, owner: str | None) -> Flag:
        """A window of the tree's app is really there: it lies over the focus. Else the tree is old."""
        shown = self._told(self._device.windows) or ()
        there = any(window.package == owner for window in shown)
        return Flag.FOREIGN_WINDOW if there else Flag.TREE_SUSPECT

    def _focus(self) -> Focus:
        for attempt in range(self._config.focus_tries):
            if attempt:
                self._clock.sleep_s(self._config.focus_gap_s)
            focus = self._told(self._device.focus)
            if focus is not None and focus.package is not None:
                return focus
        return focus or Focus()

    def _hierarchy(self) -> tuple[str | None, MissingReason | None, tuple[Flag, ...]]:
        if self._rests_until_s is not None and self._clock.monotonic_s() < self._rests_until_s:
            return None, MissingReason.DUMP_NOT_IDLE, (Flag.DUMP_NOT_IDLE,)
        try:
            xml = self._device.hierarchy()
            tree = self._parse(xml)
        except (CaptureError, HierarchyError) as error:
            reason = _reason(error.reason, MissingReason.DUMP_CRASHED)
            if reason is MissingReason.DUMP_NOT_IDLE:
                self._rests_until_s = self._clock.monotonic_s() + self._config.not_idle_rest_s
            return None, reason, tuple(flag for flag in Flag if flag.value == reason.value)
        except _GONE:
            raise
        except DeviceError:
            return None, MissingReason.DUMP_CRASHED, (Flag.DUMP_CRASHED,)
        return xml, None, (Flag.TREE_SANITISED,) if tree.sanitised else ()

    def _told(self, ask: Callable[[], T]) -> T | None:
        """The answer, or None where the device does not tell. A lost device is an error, and so is a silent one."""
        silences, self._silences = self._silences, 0
        try:
            return ask()
        except (DeviceLostError, DeviceUnavailableError):
            raise
        except DeviceTimeoutError as error:
            self._silences = silences + 1
            if self._silences >= _SILENCES:
                raise DeviceLostError(f"{self._device.serial} does not answer any more: {error}") from error
            return None
        except DeviceError:
            return None

    def _with_display(self, seen: Observation) -> Observation:
        display = self._told(self._device.display)
        if display is None:
            untold = Missing("rotation", MissingReason.NOT_RECORDED)
            return replace(seen, missing=(*seen.missing, untold))
        return replace(seen, rotation=display.rotation, size=display.size)

    def _with_picture(self, seen: Observation) -> Observation:
        """The picture's size wins over what the device claims: coordinates are taken from it."""
        if seen.screenshot is None:
            return seen
        picture = self._picture(seen.screenshot)
        flags = (*seen.flags, *self._emptiness(seen, picture))
        return replace(seen, size=picture.size, fingerprint=picture.fingerprint, flags=flags)

    def _emptiness(self, seen: Observation, picture: Look) -> tuple[Flag, ...]:
        """Black under a hierarchy that speaks is a protected screen; flat without one is a blank one."""
        tree = self.tree(seen)
        speaks = tree is not None and tree.informative_count >= _SPEAKING_NODES
        if picture.is_black and speaks:
            return (Flag.SECURE_SCREEN,)
        return (Flag.BLANK_SCREEN,) if (picture.is_black or picture.is_flat) and not speaks else ()

    def _with_toast(self, seen: Observation) -> Observation:
        """What was heard since the last action. At the first look that may be of long ago, so it is forgotten."""
        if not isinstance(self._device, HearsToasts):
            return seen
        if not self._listens:
            self._listens = True
            self.forget_toast()
            return seen
        return replace(seen, facts=replace(seen.facts, toast=self._told(self._device.last_toast)))

    def _with_facts(
        self, seen: Observation, focus: Focus, windows: tuple[Window, ...], keyboard: bool | None
    ) -> Observation:
        tree = self.tree(seen)
        named = answers(self._config.named_facts, tree)
        if tree is None:
            facts = Facts(title=focus.title, windows=windows, keyboard=keyboard, named=named)
            return replace(seen, facts=facts)
        key: StateKey = state_key(tree, package=seen.package, activity=seen.activity)
        facts = replace(facts_of(tree, windows, keyboard), named=named)
        return replace(seen, facts=facts, state_key=key)


def _reason(reason: str, otherwise: MissingReason) -> MissingReason:
    known = {member.value: member for member in MissingReason}
    return known.get(reason, otherwise)


class _Cache(Generic[T]):
    """The last few values by the SHA-256 of their bytes."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[bytes, T] = OrderedDict()

    def get(self, content: bytes, make: Callable[[], T]) -> T:
        key = hashlib.sha256(content).digest()
        if key not in self._values:
            self._values[key] = make()
            if len(self._values) > self._size:
                self._values.popitem(last=False)
        self._values.move_to_end(key)
        return self._values[key]
