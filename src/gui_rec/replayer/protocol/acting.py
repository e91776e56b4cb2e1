"""One step's action: sent at most once, and judged by the driver's word and by the screen after it.

A driver that says no, or says nothing, is never asked again: what the screen shows afterwards decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gui_rec.capture.privacy.steps import StepPrivacy
from gui_rec.capture.steps import StepRunner
from gui_rec.capture.target import focused_field
from gui_rec.device.refusal import refusal_of
from gui_rec.dsl.task_protocol.model import Condition, TaskStep
from gui_rec.errors import (
    ActionUnsupportedError,
    DeviceError,
    DeviceLostError,
    DeviceUnavailableError,
    TextUnsupportedError,
)
from gui_rec.model.actions import Action, Type
from gui_rec.model.flags import Flag
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Shade
from gui_rec.replayer.protocol.conditions import holds
from gui_rec.replayer.protocol.effect import Effect, effect_of
from gui_rec.replayer.protocol.eyes import Eyes, Pending
from gui_rec.replayer.protocol.result import StepFailedError
from gui_rec.replayer.protocol.scene import Scene
from gui_rec.ui.tree import Node

Judged = tuple[Code, str]


@dataclass(slots=True)
class Hands:
    """Acts on one device. `keep` hears of every transition; `sent` says whether this step sent anything yet."""

    eyes: Eyes
    runner: StepRunner
    privacy: StepPrivacy
    keep: Callable[[Step], None]
    sent: bool = False

    def act(self, action: Action, scene: Scene, after: Condition | None = None) -> tuple[str, Effect]:
        """Send `action` on the screen `scene`; the words for the step's detail, and what it changed.

        With `after` the wait for the screen ends as soon as that holds. Raises StepFailedError, DeviceLostError.
        """
        done = self._send(action, scene, after)
        if done.result_code == Code.DEVICE_LOST:
            self.keep(done)
            raise DeviceLostError(done.result_detail or "the device went away after the action was sent")
        effect = effect_of(self.eyes.observer, done.pre, done.post)
        code, detail = self._judge(action, done, effect, after)
        self.keep(replace(done, result_code=code.value, result_detail=detail))
        if code is not Code.OK:
            raise StepFailedError(code, detail)
        return detail, effect

    def _send(self, action: Action, scene: Scene, after: Condition | None) -> Step:
        def arrived(seen: Observation) -> bool:
            try:
                return after is not None and holds(after, self._scene(seen), self.eyes.values) is True
            except StepFailedError:
                return True  # told when it is judged

        self.sent = True
        try:
            return self.runner.run(action, pre=scene.seen, until=None if after is None else arrived)
        except (DeviceLostError, DeviceUnavailableError):
            self.sent = False
            raise
        except DeviceError as error:
            self.sent = False
            told = self.privacy.told(action, error)
            raise StepFailedError(Code.ACTION_FAILED, f"{_kind_of(error)}: {told}") from error

    def _judge(self, action: Action, done: Step, effect: Effect, after: Condition | None) -> Judged:
        if done.sent is not None and (refused := refusal_of(replace(done.sent, exit_status=0))) is not None:
            return Code.ACTION_FAILED, refused
        said = _unverified(done)
        if isinstance(action, Type):
            return self._judge_text(done, said, effect)
        if said is None or after is not None:  # `after` is asked next, and decides alone
            return Code.OK, effect.words if said is None else f"{said}; {effect.words}"
        return (Code.OK if effect.changed else Code.ACTION_FAILED), f"{said}; {effect.words}"

    def _judge_text(self, done: Step, said: str | None, effect: Effect) -> Judged:
        """Text that is not in its field did not arrive, whatever the driver says; a field may write it otherwise."""
        before = self._shown_before(done, focused_field(self.eyes.observer.live_tree(done.pre)))
        after = focused_field(self.eyes.observer.live_tree(done.post))
        prefix = "" if said is None else f"{said}; "
        if Flag.TEXT_UNVERIFIED in done.flags:
            # A hidden text still changes what its field shows; where the field is gone, the page tells.
            arrived = effect.changed if after is None else after.text != before
            code = Code.OK if said is None or arrived else Code.ACTION_FAILED
            return code, f"{prefix}TEXT_UNVERIFIED: no field tells what was entered; {effect.words}"
        if Flag.TEXT_DIFFERS not in done.flags:
            return Code.OK, f"{prefix}the field shows the text"
        shown = "" if after is None else after.text
        code = Code.ACTION_FAILED if shown == before or said is not None else Code.OK
        return code, f"{prefix}TEXT_DIFFERS: the field shows {shown!r}"

    def _shown_before(self, done: Step, focused: Node | None) -> str | None:
        """What the target field held: that under the finger, which had no focus yet, before the focused one."""
        tree, target = self.eyes.observer.live_tree(done.pre), done.target
        node = None if tree is None or target is None else tree.at(target.path)
        field = node or focused
        return None if field is None else field.text

    def await_after(self, step: TaskStep, words: str) -> str:
        """Wait until `after` holds, for a timeout of its own. Raises StepFailedError."""
        wanted = step.after
        if wanted is None:
            return words

        def judge(scene: Scene) -> str | Pending:
            if holds(wanted, scene, self.eyes.values) is True:
                return f"{words}; `after` holds" if words else "`after` holds"
            return Pending(
                Code.ACTION_FAILED, f"AFTER_NOT_MET: {words or 'nothing was sent'}, and `after` does not hold"
            )

        return self.eyes.wait(step.timeout_ms, judge)

    def _scene(self, seen: Observation) -> Scene:
        return Scene.of(self.eyes.observer, seen)


def _unverified(done: Step) -> str | None:
    """What is to be said of a driver that did not say yes; None for one that did."""
    sent = done.sent
    if sent is None or sent.exit_status == 0:
        return None
    how = "gave no answer" if sent.exit_status is None else f"ended with status {sent.exit_status}"
    return Shade.DISPATCHED_UNVERIFIED.saying(f"the driver {how}")


def _kind_of(error: DeviceError) -> str:
    if isinstance(error, TextUnsupportedError):
        return Code.TEXT_UNSUPPORTED.value
    return Code.ACTION_UNSUPPORTED.value if isinstance(error, ActionUnsupportedError) else "NOT_SENT"
