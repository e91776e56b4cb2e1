"""Bounded waiting: look, judge, look again until the step's time is up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from gui_rec._clock import Clock, Deadline
from gui_rec.capture.observe import Observer
from gui_rec.capture.settle import same_screen
from gui_rec.dsl.task_protocol.model import TaskStep
from gui_rec.model.geometry import Point
from gui_rec.model.observation import Observation
from gui_rec.model.verdict import Code
from gui_rec.replayer.locate import label
from gui_rec.replayer.protocol.result import StepFailedError, StoppedError
from gui_rec.replayer.protocol.scene import Scene
from gui_rec.replayer.protocol.values import Values
from gui_rec.ui.tree import Node

T = TypeVar("T")
_GAP_S = 0.25


@dataclass(frozen=True, slots=True)
class Pending:
    """Why the step goes on waiting, and what it fails with when its time is up."""

    code: Code
    detail: str


@dataclass(frozen=True, slots=True)
class Aim:
    """What a step's selector names now. `point` is where a finger meets it, None where it cannot be touched."""

    scene: Scene
    node: Node | None = None
    point: Point | None = None


@dataclass(slots=True)
class Eyes:
    """Looks at one device. `stop` is asked between looks."""

    observer: Observer
    clock: Clock
    values: Values
    stop: Callable[[], bool]
    last: Observation | None = None

    def look(self) -> Scene:
        """One look; `last` is what it saw."""
        self.last = self.observer.observe()
        return Scene.of(self.observer, self.last)

    def wait(self, timeout_ms: int, judge: Callable[[Scene], T | Pending]) -> T:
        """What `judge` finds on the first screen that has it. There is at least one look, and none begins when
        the time is up. Raises StepFailedError, StoppedError.
        """
        deadline = Deadline.after(self.clock, timeout_ms / 1_000)
        while True:
            found = judge(self.look())
            if not isinstance(found, Pending):
                return found
            if deadline.passed:
                raise StepFailedError(found.code, f"{found.detail} (waited {timeout_ms} ms)")
            if self.stop():
                raise StoppedError
            self.clock.sleep_s(min(_GAP_S, deadline.left_s))
            if deadline.passed:
                raise StepFailedError(found.code, f"{found.detail} (waited {timeout_ms} ms)")

    def await_target(self, step: TaskStep, *, touched: bool) -> Aim:
        """The step's one node, found on the look before this returns; for a step that is `touched`, one that is
        enabled, within the screen, and at the same place as a moment before.

        Raises StepFailedError: a mismatch of the context, no node, one that cannot be touched, or several.
        """
        last: list[Node] = []

        def judge(scene: Scene) -> Aim | Pending:
            aim = self.aim(step, scene, touched=touched)
            if isinstance(aim, Pending) or aim.node is None or not touched:
                return aim
            steady = self._is_steady(scene, aim.node, last)
            last[:] = [aim.node]
            return (
                aim if steady else Pending(Code.ACTION_FAILED, f"{label(aim.node)} did not stay in its place")
            )

        return self.wait(step.timeout_ms, judge)

    def _is_steady(self, scene: Scene, node: Node, last: list[Node]) -> bool:
        """The picture of before the hierarchy still stands, or the hierarchy before had the node at the same place."""
        if last and last[0].bounds == node.bounds:
            return True
        return same_screen(self.observer, self.observer.screenshot(), scene.seen)

    def aim(self, step: TaskStep, scene: Scene, *, touched: bool) -> Aim | Pending:
        """What the step needs on this screen, or what is missing. Raises StepFailedError for several nodes."""
        wrong = context(step, scene)
        if wrong is not None:
            return wrong
        if step.selector is None:
            return Aim(scene)
        try:
            found = scene.find(self.values.selector(step.selector))
        except StepFailedError as error:
            if error.code is Code.TARGET_NOT_FOUND:
                return Pending(error.code, error.detail)
            raise
        if len(found) > 1:
            names = ", ".join(label(node) for node in found[:3])
            raise StepFailedError(
                Code.TARGET_AMBIGUOUS, f"{len(found)} nodes match the selector ({names}); nothing was sent"
            )
        if not found:
            return Pending(Code.TARGET_NOT_FOUND, "no node matches the selector")
        return self._touchable(scene, found[0]) if touched else Aim(scene, found[0])

    def _touchable(self, scene: Scene, node: Node) -> Aim | Pending:
        if not node.enabled:
            return Pending(Code.ACTION_FAILED, f"{label(node)} is there but disabled; nothing was sent")
        point = scene.touch_point(node)
        if point is None:
            return Pending(
                Code.ACTION_FAILED,
                f"{label(node)} lies outside the screen or behind the keyboard; nothing was sent",
            )
        return Aim(scene, node, point)


def context(step: TaskStep, scene: Scene) -> Pending | None:
    """What of the package and the activity that the step names is not in front; None where all is."""
    if step.package_name is not None and scene.package != step.package_name:
        return Pending(
            Code.PACKAGE_MISMATCH,
            f"expected {step.package_name} in front, got {scene.package or 'no window with the focus'}",
        )
    if step.activity_name is not None and not scene.is_in(step.activity_name):
        return Pending(
            Code.ACTIVITY_MISMATCH,
            f"expected the activity {step.activity_name}, got {scene.activity or 'none'}",
        )
    return None
