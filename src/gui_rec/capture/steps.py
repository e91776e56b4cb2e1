"""One transition from start to end: rest, aim, act once, rest again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypedDict, Unpack

from gui_rec._clock import Clock
from gui_rec.capture.act import Ledger, Performs
from gui_rec.capture.app_versions import AppVersions
from gui_rec.capture.local import perform_locally
from gui_rec.capture.observe import Observer
from gui_rec.capture.privacy.live import live_of
from gui_rec.capture.read_back import read_back
from gui_rec.capture.reconnect import GONE, Patience, wait_for
from gui_rec.capture.settle import SettleConfig, Settled, Until, same_screen, settle
from gui_rec.capture.target import find_target
from gui_rec.device._api import Device
from gui_rec.device.refusal import refusal_of
from gui_rec.errors import DeviceError
from gui_rec.model.actions import NO_DEVICE_EFFECT, Action, Type
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.observation import Observation
from gui_rec.model.step import Sent, Step, Target
from gui_rec.model.verdict import Code, Shade

_Aim = tuple[Observation, Target | None, MissingReason | None, str | None]


Prepare = Callable[[Action, Observation], Action]
CUT_SHORT = "interrupted after this was sent: nobody waited for the state that it led to"


class StepCutError(KeyboardInterrupt):
    """Somebody interrupts while the state after an action is waited for. `step` was performed, and says so."""

    def __init__(self, step: Step) -> None:
        super().__init__()
        self.step = step


def unseen(clock: Clock) -> Settled:
    """The state after an action that nobody waited for."""
    seen = Observation.absent(MissingReason.NOT_RECORDED, clock.wall_us())
    return Settled(replace(seen, flags=(Flag.UNSETTLED,)), False, 0, 0)


def _is_sent(action: Action, performer: Performs | None) -> bool:
    return performer is not None or not isinstance(action, NO_DEVICE_EFFECT)


class StepFields(TypedDict, total=False):
    """What the source of an action says about it; stored in the step unaltered."""

    action_dialect: str
    action_raw: str | None
    action_space: str
    app_name: str | None
    claimed: str | None
    thought: str | None
    operation: str | None
    operation_source: str | None
    prompt_id: str | None
    turn_id: str | None


@dataclass(frozen=True, slots=True)
class StepConfig:
    """How a step waits. `settle` serves before and after the action; a device that goes away before or
    after the dispatch has `patience` to come back, as it does after a loose cable.
    """

    settle: SettleConfig = field(default_factory=SettleConfig)
    patience: Patience = field(default_factory=Patience)


class StepRunner:
    """Performs actions on one device, one after another, and returns each as a Step."""

    def __init__(
        self,
        device: Device,
        observer: Observer,
        clock: Clock,
        config: StepConfig | None = None,
        *,
        first_index: int = 0,
        prepare: Prepare | None = None,
    ) -> None:
        """`prepare` hears of every action and the state before it, just before it is performed, and gives
        the action to perform.
        """
        self._device = device
        self._observer = observer
        self._clock = clock
        self._config = config or StepConfig()
        self._prepare = prepare
        self._ledger = Ledger()
        self._versions = AppVersions(device)
        self._last: Observation | None = None
        self.next_index = first_index

    @property
    def ledger(self) -> Ledger:
        """What was dispatched and observed."""
        return self._ledger

    @property
    def last(self) -> Observation | None:
        """The post-state of the last step; None before the first."""
        return self._last

    def rest(self) -> Settled:
        """The screen at rest: the last post-state if a fresh picture and focus equal it, else a new wait."""
        last = self._last
        if last is not None and Flag.UNSETTLED not in last.flags and self._is_still(last):
            return Settled(last, True, 0, 1)
        return settle(self._observer, self._clock, self._config.settle, before=None)

    def run(
        self,
        action: Action,
        *,
        pre: Observation | None = None,
        until: Until | None = None,
        performer: Performs | None = None,
        **fields: Unpack[StepFields],
    ) -> Step:
        """Perform `action` and return the transition.

        `performer` sends it in the device's place, under the device's promises: an action that somebody else has
        put into words already. `pre` is a state at rest that the caller has just seen; without it the screen is
        awaited first. `until` ends the wait for the post-state early. A DeviceError that is raised means that nothing
        was sent and no step index was used. A device that goes away is waited for. Before the dispatch
        the screen is then looked at and aimed at anew; after it, the step is flagged, or has the code
        DEVICE_LOST and an absent post-state where the device stays away. Either way the action is sent
        at most once. A KeyboardInterrupt during the wait afterwards is raised as StepCutError, with the step.
        """
        index = self.next_index
        aim, (sent, code, detail) = self._begin(index, action, pre, performer)
        before, target, target_missing, version = aim
        self.next_index += 1
        # What sends nothing need not change the screen: the state before is no reason to wait longer.
        compared = before if _is_sent(action, performer) else None
        try:
            after, gap, lost = self._outcome(before, compared, until)
            is_cut = False
        except KeyboardInterrupt:
            after, gap, lost, is_cut = unseen(self._clock), CUT_SHORT, False, True
        detail = gap if detail is None else detail
        self._last = None if lost or is_cut else after.observation
        if not (lost or is_cut):
            self._ledger.observed(index)
        step = Step(
            index=index,
            pre=before,
            action=action,
            post=after.observation,
            app_version=version,
            target=target,
            target_missing=target_missing,
            sent=sent,
            result_code=Code.DEVICE_LOST if lost else code,
            result_detail=detail,
            settled=after.settled,
            settle_ms=after.settle_ms,
            flags=self._flags(action, before, after.observation),
            **fields,
        )
        if is_cut:
            raise StepCutError(step)
        return step

    def _begin(
        self, index: int, action: Action, pre: Observation | None, performer: Performs | None
    ) -> tuple[_Aim, tuple[Sent | None, str | None, str | None]]:
        """Aim and act. What a lost device raises here means that nothing was sent, so one more try is safe,
        but not on a `pre` that the caller has judged: the screen may be another one now.
        """
        try:
            aim = self._aim(action, pre)
            return aim, self._act(index, action, aim[0], performer)
        except GONE as error:
            self._last = None
            if pre is not None:
                raise
            wait_for(self._device, self._clock, self._config.patience, error)
        before, target, missing, version = self._aim(action, None)
        flagged = replace(before, flags=tuple(dict.fromkeys((*before.flags, Flag.DEVICE_RECONNECTED))))
        return (flagged, target, missing, version), self._act(index, action, flagged, performer)

    def _aim(self, action: Action, pre: Observation | None) -> _Aim:
        before = self.rest().observation if pre is None else pre
        target, missing = find_target(before, self._observer.tree(before), action)
        return before, target, missing, self._versions.of(before.package)

    def _act(
        self, index: int, action: Action, before: Observation, performer: Performs | None
    ) -> tuple[Sent | None, str | None, str | None]:
        if self._prepare is not None:
            action = self._prepare(action, before)
        if not _is_sent(action, performer):
            code, detail = perform_locally(self._observer, self._clock, before, action)
            return None, code, detail
        self._observer.forget_toast()
        sent = self._ledger.dispatch(performer or self._device, index, action, self._size(before))
        self._observer.acted()
        refusal = refusal_of(sent)
        if refusal is not None:
            return sent, Code.ACTION_FAILED, refusal
        if sent.exit_status is None and performer is None:
            return sent, None, Shade.DISPATCHED_UNVERIFIED.saying(sent.output)
        return sent, None, None

    def _outcome(
        self, before: Observation, compared: Observation | None, until: Until | None
    ) -> tuple[Settled, str | None, bool]:
        """The post-state, what is to be said of the device's absence, and whether it was lost for good."""
        try:
            return self._after(before, compared, until), None, False
        except GONE as error:
            gone = error
        try:
            away_s = wait_for(self._device, self._clock, self._config.patience, gone)
            after = self._after(before, compared, until)
        except GONE as error:
            lost = Observation.absent(MissingReason.DEVICE_LOST, self._clock.wall_us())
            return Settled(lost, False, 0, 0), str(error), True
        seen = after.observation
        flagged = replace(seen, flags=(*seen.flags, Flag.DEVICE_RECONNECTED))
        told = f"the device was away for {away_s:.1f} s after this was sent"
        return replace(after, observation=flagged), told, False

    def _after(self, before: Observation, compared: Observation | None, until: Until | None) -> Settled:
        if compared is None and until is None and self._is_still(before):
            return Settled(before, Flag.UNSETTLED not in before.flags, 0, 1)
        return settle(self._observer, self._clock, self._config.settle, before=compared, until=until)

    def _is_still(self, seen: Observation) -> bool:
        live = live_of(seen)
        if live.screenshot is None or not same_screen(self._observer, self._observer.screenshot(), seen):
            return False
        try:
            focus = self._device.focus()
        except GONE:
            raise
        except DeviceError:
            return False
        return (focus.package, focus.activity) == (live.package, live.activity)

    def _size(self, before: Observation) -> ScreenSize:
        return before.size if before.size is not None else self._device.display().size

    def _flags(self, action: Action, before: Observation, after: Observation) -> tuple[Flag, ...]:
        flags = [*before.flags, *after.flags, *turned(before, after)]
        if isinstance(action, Type):
            trees = (self._observer.live_tree(before), self._observer.live_tree(after))
            flag = read_back(action, *trees)
            flags.extend([flag] if flag is not None else [])
        return tuple(dict.fromkeys(flags))


def turned(before: Observation, after: Observation) -> Iterator[Flag]:
    """`rotation_changed`, `size_changed`, as far as both moments tell."""
    if None not in (before.rotation, after.rotation) and before.rotation != after.rotation:
        yield Flag.ROTATION_CHANGED
    if None not in (before.size, after.size) and before.size != after.size:
        yield Flag.SIZE_CHANGED
