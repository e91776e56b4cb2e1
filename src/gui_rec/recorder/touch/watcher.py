"""Watches screen and panel together and records a step for each thing that a person does.

The finger has acted already when its lines arrive, so nothing is sent. The state before it is the last
one seen at rest before the finger came down: the screen is watched while nobody touches it. Where the
finger was quicker than the screen, that state is flagged `pre_state_stale`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from gui_rec._clock import Deadline
from gui_rec.capture.app_versions import AppVersions
from gui_rec.capture.reconnect import GONE, wait_for
from gui_rec.capture.settle import Settled
from gui_rec.capture.steps import CUT_SHORT, turned, unseen
from gui_rec.capture.target import find_target
from gui_rec.device._api import TouchNode
from gui_rec.errors import DeviceError
from gui_rec.model.actions import Action, DoubleTap, Key, Tap
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Facts, Observation
from gui_rec.model.step import Step, Target
from gui_rec.model.verdict import Code
from gui_rec.recorder.session import Recorder
from gui_rec.recorder.sources._api import Stop
from gui_rec.recorder.touch.contacts import RawGesture
from gui_rec.recorder.touch.ears import Ears, KeyPress, Touch, TouchOrKey
from gui_rec.recorder.touch.feed import TouchFeed
from gui_rec.recorder.touch.gestures import LONG_PRESS_MS, is_double, to_action
from gui_rec.recorder.touch.hearing import Hearing
from gui_rec.recorder.touch.keyboard import is_key_touch, keyboard_of
from gui_rec.recorder.touch.panel import Panel
from gui_rec.recorder.touch.screen import RestingScreen
from gui_rec.recorder.touch.typed import Run, typed

_DOUBLE_TAP_S = 0.3
_TAP_S = LONG_PRESS_MS / 1000
_KEY_GAP_S = 0.5
_FINGER_DOWN_S = 10.0
_LAST_LIFT_S = 5.0
_LISTEN_S = 0.2
_NO_TARGET = (None, MissingReason.NOT_RECORDED)
RAW_DIALECT = "getevent"


def _tell_nobody(_: object) -> None:
    """Nobody asked to hear it."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done, ready to be a step but for what came of it. `ended_s` is when the last line of it arrived."""

    action: Action
    pre: Observation
    flags: tuple[Flag, ...]
    raw: str | None
    ended_s: float
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class After:
    """The state after a deed; `lost` when the device went away before it was seen, `cut` when somebody interrupted."""

    settled: Settled
    lost: bool = False
    cut: bool = False


class TouchWatcher:
    """Watches screen and panel together and records a step for each thing done.

    `tell` hears what the person should know; `rested` how many seconds went by from the last lift until the
    next touch may come, each time that it may. `after_gap` says that the device was away before;
    `ears` are those that heard the stream until now.
    """

    def __init__(
        self,
        recorder: Recorder,
        feed: TouchFeed,
        nodes: Sequence[TouchNode],
        idle_look_s: float,
        *,
        tell: Callable[[str], None] = _tell_nobody,
        rested: Callable[[float], None] = _tell_nobody,
        after_gap: bool = False,
        ears: Ears | None = None,
    ) -> None:
        self._recorder = recorder
        self._clock = recorder.clock
        self._hearing = Hearing(recorder.device, recorder.clock, feed, list(nodes), tell, ears)
        self._idle_look_s = idle_look_s
        self._tell_rested = rested
        self._tell = tell
        self._density = recorder.device.display().density_dpi
        self._versions = AppVersions(recorder.device)
        self._screen = RestingScreen(recorder, self._hearing.listen)
        self._ended_s = 0.0
        self._first_flags = (Flag.DEVICE_RECONNECTED,) if after_gap else ()

    def steps(self, stop: Stop) -> Iterator[Step]:
        """A step for each thing done, until the stream ends or `stop()` is true.

        What the finger had done by then is still recorded: it was done, whether its step is written or not. A
        finger that is down at that moment is given some seconds to lift.
        """
        while True:
            stopping = stop()
            self._versions.of(
                self._screen.package
            )  # between gestures, so that a loss after one costs no step
            heard = self._next(0.0 if stopping else self._idle_look_s)
            if heard is not None:
                yield from self._record(heard)
                self._recorder.observer.forget_toast()
                if not self._hearing.listen(0.0):
                    self._tell_rested(max(0.0, self._clock.monotonic_s() - self._ended_s))
            elif self._hearing.ended or stopping:
                if self._lifts_soon():
                    continue
                self._hearing.tend()
                return
            elif not self._hearing.touching:
                self._hearing.tend()
                self._screen.follow()

    def _lifts_soon(self) -> bool:
        """Whether something is to be recorded yet, since a finger that was down as the session ends went up."""
        deadline = Deadline.after(self._clock, _LAST_LIFT_S)
        while self._hearing.touching and not self._hearing.ended and not deadline.passed:
            self._hearing.listen(min(_LISTEN_S, deadline.left_s))
        if self._hearing.touching and not self._hearing.waiting:
            self._tell("a touch that was not lifted when the session ended is not recorded")
        return self._hearing.waiting

    def _next(self, timeout_s: float) -> TouchOrKey | None:
        if not self._hearing.waiting:
            self._hearing.listen(timeout_s)
        return self._hearing.take()

    def _record(self, heard: TouchOrKey) -> Iterator[Step]:
        pre, stale = self._screen.before(heard.began_s)
        stale = stale or self._has_turned_since(pre)
        flags = (*self._first_flags, *((Flag.PRE_STATE_STALE,) if stale else ()))
        self._first_flags = ()
        if isinstance(heard, KeyPress):
            deed = Deed(Key(heard.code), pre, flags, heard.raw, heard.ended_s)
            yield self._keep(deed, self._after(pre))
            return
        panel = self._panel(heard, pre, stale=stale)
        keyboard = keyboard_of(facts := self._facts(pre, stale=stale))
        if self._is_key(heard, panel, keyboard, facts):
            yield from self._typing(heard, panel, keyboard, facts, pre, flags)
            return
        deed = self._whole(heard, panel, pre, flags)
        yield self._keep(deed, self._after(pre))

    def _has_turned_since(self, pre: Observation) -> bool:
        """Whether the display was another one than in `pre` while the finger was down."""
        glance = self._hearing.glance
        if glance is None or not glance.in_time or pre.size is None:
            return False
        return (glance.display.size, glance.display.rotation) != (pre.size, pre.rotation)

    def _keep(self, deed: Deed, outcome: After, *, aims: bool = True) -> Step:
        self._ended_s = deed.ended_s
        self._hearing.forget_glance()
        pre, after = deed.pre, outcome.settled
        target, target_missing = self._target(pre, deed.action) if aims else _NO_TARGET
        flags = (*pre.flags, *deed.flags, *after.observation.flags, *turned(pre, after.observation))
        step = self._recorder.keep(
            Step(
                index=self._recorder.next_index,
                pre=pre,
                action=deed.action,
                post=after.observation,
                action_dialect=RAW_DIALECT,
                action_raw=deed.raw,
                app_version=self._versions.known(pre.package),
                target=target,
                target_missing=target_missing,
                result_code=Code.DEVICE_LOST if outcome.lost else None,
                result_detail=CUT_SHORT if outcome.cut and deed.detail is None else deed.detail,
                settled=after.settled,
                settle_ms=after.settle_ms,
                flags=tuple(dict.fromkeys(flags)),
            )
        )
        if outcome.cut:
            raise KeyboardInterrupt
        return step

    def _target(self, pre: Observation, action: Action) -> tuple[Target | None, MissingReason | None]:
        return find_target(pre, self._recorder.observer.tree(pre), action)

    def _after(self, pre: Observation) -> After:
        """The state at rest, or, where the next finger came first, the last one seen before it."""
        try:
            return After(self._screen.settle(pre) or self._screen.overtaken())
        except GONE as gone:
            return self._after_gap(pre, gone)
        except KeyboardInterrupt:
            return After(unseen(self._clock), cut=True)

    def _after_gap(self, pre: Observation, gone: DeviceError) -> After:
        """The device went away after the deed: what it shows when it is back, if it comes."""
        with suppress(*GONE):
            wait_for(self._recorder.device, self._clock, self._recorder.config.patience, gone)
            settled = self._screen.settle(pre) or self._screen.overtaken()
            seen = settled.observation
            flagged = replace(seen, flags=(*seen.flags, Flag.DEVICE_RECONNECTED))
            return After(replace(settled, observation=flagged))
        lost = Observation.absent(MissingReason.DEVICE_LOST, self._clock.wall_us())
        return After(Settled(lost, False, 0, 0), lost=True)

    def _whole(self, touch: Touch, panel: Panel, pre: Observation, flags: tuple[Flag, ...]) -> Deed:
        """The gesture's action; two quick taps at one place are one double tap."""
        action, gestures = to_action(touch.gesture, panel), [touch.gesture]
        ended_s = touch.ended_s
        second = self._second_tap(touch, panel) if isinstance(action, Tap) else None
        if second is not None and isinstance(action, Tap):
            action, ended_s = DoubleTap(action.x, action.y), second.ended_s
            gestures.append(second.gesture)
        told = tuple(flag for gesture in gestures for flag in gesture.flags)
        raw = "\n".join(gesture.raw for gesture in gestures)
        return Deed(action, pre, (*flags, *told), raw, ended_s)

    def _second_tap(self, touch: Touch, panel: Panel) -> Touch | None:
        """The tap that makes a double tap of `touch`; one that came down in time may take its time to lift."""
        soon, late = (
            Deadline.after(self._clock, seconds) for seconds in (_DOUBLE_TAP_S, _DOUBLE_TAP_S + _TAP_S)
        )
        with self._hearing.without_glances():
            while not self._hearing.waiting and not self._hearing.ended:
                deadline = late if self._hearing.touching else soon
                left_s = deadline.left_s
                if deadline.passed:
                    break
                self._hearing.listen(left_s)
                if deadline.left_s == left_s:
                    break  # a clock that stands still: what has come has come
        second = self._hearing.peek()
        if not isinstance(second, Touch):
            return None
        gap_ms = _gap_ms(touch.gesture, second.gesture)
        first_tap, second_tap = to_action(touch.gesture, panel), to_action(second.gesture, panel)
        if gap_ms is None or not is_double(first_tap, second_tap, gap_ms, panel):
            return None
        self._hearing.take()
        return second

    def _typing(
        self,
        first: Touch,
        panel: Panel,
        keyboard: Rect | None,
        facts: Facts,
        pre: Observation,
        flags: tuple[Flag, ...],
    ) -> Iterator[Step]:
        """Touches of the keyboard until the screen rests or something else is done: one step, or one a field."""
        run, tree = [first], self._recorder.observer.live_tree  # what is typed is masked when it is kept
        looks: dict[int, Observation] = {}
        with self._hearing.without_glances():
            while True:
                self._gather(run, panel, keyboard, facts)
                outcome, number = self._after(pre), len(run)
                after = looks[number] = outcome.settled.observation
                if outcome.cut or not self._hearing.listen(0.0):
                    break
                self._gather(run, panel, keyboard, facts)
                if len(run) == number:
                    break
        glimpse = looks.get(len(run) - 1)
        readings = typed(
            Run(
                before=tree(pre),
                after=tree(after),
                touches=[to_action(touch.gesture, panel) for touch in run],
                glimpse=None if glimpse is None else tree(glimpse),
                keyboard_left=after.facts.keyboard is False,
                page_left=(pre.package, pre.activity) != (after.package, after.activity),
            )
        )
        told = tuple(flag for touch in run for flag in touch.gesture.flags)
        raw = None if readings[0].secret else "\n".join(touch.gesture.raw for touch in run)
        last = len(readings) - 1
        for number, reading in enumerate(readings):
            stale = (Flag.PRE_STATE_STALE,) if number else ()
            all_flags = (*flags, *stale, *told, *reading.flags)
            told_raw = None if number else raw
            deed = Deed(reading.action, pre, all_flags, told_raw, run[-1].ended_s, reading.detail)
            yield self._keep(deed, outcome if number == last else self._unseen(), aims=not number)

    def _unseen(self) -> After:
        """Between two fields of one run nobody looked."""
        return After(unseen(self._clock))

    def _gather(self, run: list[Touch], panel: Panel, keyboard: Rect | None, facts: Facts) -> None:
        """Take further touches of the keyboard, until there is a pause or something else is first."""
        deadline = Deadline.after(self._clock, _KEY_GAP_S)
        give_up = Deadline.after(self._clock, _FINGER_DOWN_S)
        while not give_up.passed:
            heard = self._hearing.peek()
            if heard is None:
                if self._hearing.ended or (deadline.passed and not self._hearing.touching):
                    return
                self._hearing.listen(max(deadline.left_s, 0.05))
                continue
            if not isinstance(heard, Touch) or not self._is_key(heard, panel, keyboard, facts):
                return
            if heard.began_s - run[-1].ended_s > _KEY_GAP_S and self._has_left_keyboard():
                return
            self._hearing.take()
            run.append(heard)
            deadline = Deadline.after(self._clock, _KEY_GAP_S)
            give_up = Deadline.after(self._clock, _FINGER_DOWN_S)

    def _has_left_keyboard(self) -> bool:
        try:
            return self._recorder.device.keyboard_shown() is False
        except DeviceError:
            return False

    def _is_key(self, touch: Touch, panel: Panel, keyboard: Rect | None, facts: Facts) -> bool:
        """Whether the first place of a gesture of one finger lies on the keyboard."""
        contacts = [contact for contact in touch.gesture.contacts if contact.samples]
        if not contacts:
            return False
        first = contacts[0].samples[0]
        return is_key_touch(keyboard, facts.windows, panel.to_px(first.x, first.y))

    def _facts(self, pre: Observation, *, stale: bool) -> Facts:
        """What is known of the keyboard: of the state before, or asked now where that is too old."""
        if not stale:
            return pre.facts
        try:
            shown = self._recorder.device.keyboard_shown()
            windows = self._recorder.device.windows() if shown else ()
        except DeviceError:
            return pre.facts
        return Facts(keyboard=shown, windows=windows)

    def _panel(self, touch: Touch, pre: Observation, *, stale: bool) -> Panel:
        """Where the panel's units lie: by the display as it was when the finger came down.

        A glance at it that came after the lift may show what the finger did; then the state before tells.
        """
        glance = self._hearing.glance
        if glance is not None and (glance.in_time or stale or pre.size is None):
            return Panel.of(touch.node, glance.display)
        if glance is not None and (glance.display.size, glance.display.rotation) == (pre.size, pre.rotation):
            return Panel.of(touch.node, glance.display)
        if pre.size is not None and pre.rotation is not None:
            node = touch.node
            ranges = (node.min_x, node.max_x, node.min_y, node.max_y)
            return Panel(*ranges, pre.size, pre.rotation, self._density)
        return Panel.of(touch.node, self._recorder.device.display())


def _gap_ms(first: RawGesture, second: RawGesture) -> int | None:
    """From the first gesture's lift to the second one's touch; None without time stamps."""
    lifted = [contact.ended_us for contact in first.contacts if contact.ended_us is not None]
    touched = [contact.started_us for contact in second.contacts if contact.started_us is not None]
    return round((min(touched) - max(lifted)) / 1000) if lifted and touched else None
