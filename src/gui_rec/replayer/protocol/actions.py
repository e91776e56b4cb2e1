"""What each action of the protocol does: wait for what it needs, then one thing, then a word about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gui_rec._clock import Deadline
from gui_rec.dsl.task_protocol.model import Attribute, StepAction, TaskSelector, TaskStep
from gui_rec.model.actions import Action, ExtractText, Key, OpenApp, Scroll, Tap, Type, WaitFor
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Point
from gui_rec.model.observation import Observation
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Shade
from gui_rec.replayer.protocol.acting import Hands
from gui_rec.replayer.protocol.conditions import holds
from gui_rec.replayer.protocol.eyes import Aim, Eyes, Pending, context
from gui_rec.replayer.protocol.result import StepFailedError
from gui_rec.replayer.protocol.scene import Scene
from gui_rec.ui.tree import Node

SavePicture = Callable[[Observation], str]
"""Keeps a picture in the report's folder; the file's name."""


@dataclass(slots=True)
class Actions:
    """The actions of both versions on one device."""

    eyes: Eyes
    hands: Hands
    save_picture: SavePicture

    def run(self, step: TaskStep) -> str:
        """Do what `step` says; its detail. Raises StepFailedError, StoppedError, DeviceLostError."""
        return _RUNNERS[step.action](self, step)

    def wait(self, step: TaskStep) -> str:
        if step.selector is not None:
            aim = self.eyes.await_target(step, touched=False)
            self._keep_local(aim.scene, WaitFor(self.eyes.values.selector(step.selector), step.timeout_ms))
            return ""
        self.await_condition(step)
        return ""

    def await_condition(self, step: TaskStep) -> None:
        wanted = step.condition
        assert wanted is not None  # the table of fields: a WAIT has a selector or a condition

        def judge(scene: Scene) -> bool | Pending:
            wrong = context(step, scene)
            if wrong is not None:
                return wrong
            if holds(wanted, scene, self.eyes.values) is True:
                return True
            return Pending(Code.TARGET_NOT_FOUND, "the condition does not hold")

        self.eyes.wait(step.timeout_ms, judge)

    def click(self, step: TaskStep) -> str:
        aim = self.eyes.await_target(step, touched=True)
        point = _point(aim)
        return self._act(step, Tap(point.x, point.y), aim.scene)

    def input(self, step: TaskStep) -> str:
        assert step.value is not None  # the table of fields
        text = self.eyes.values.text(step.value)
        aim = self.eyes.await_target(step, touched=True)
        point = _point(aim)
        return self._act(step, Type(text, clear_before=True, x=point.x, y=point.y), aim.scene)

    def back(self, step: TaskStep) -> str:
        aim = self.eyes.await_target(step, touched=False)
        return self._act(step, Key("BACK"), aim.scene)

    def extract(self, step: TaskStep) -> str:
        aim = self.eyes.await_target(step, touched=False)
        node, field = aim.node, step.output_field
        assert node is not None  # the table of fields: it has a selector
        assert field is not None
        assert step.selector is not None
        if node.password:
            raise StepFailedError(Code.ACTION_FAILED, "a password field is not read")
        self.eyes.values.outputs[field] = _read(node, step.attribute)
        if step.attribute is Attribute.TEXT:
            self._keep_local(aim.scene, ExtractText(self.eyes.values.selector(step.selector), field))
        is_desc = step.attribute is Attribute.TEXT and not node.text and node.content_desc
        return "from the content description" if is_desc else ""

    def open(self, step: TaskStep) -> str:
        assert step.package_name is not None  # the table of fields
        scene = self.eyes.look()
        if context(step, scene) is None:
            return self.hands.await_after(
                step, Shade.ALREADY_THERE.saying("the app is in front; nothing was sent")
            )
        words, _ = self.hands.act(OpenApp(package=step.package_name), scene)
        self.eyes.wait(step.timeout_ms, lambda seen: context(step, seen) or True)
        return self.hands.await_after(step, words)

    def scroll(self, step: TaskStep) -> str:
        deadline = Deadline.after(self.eyes.clock, step.timeout_ms / 1_000)
        for done in range(step.max_scrolls + 1):
            left_ms = max(0, round(deadline.left_s * 1_000))
            scene = self.eyes.wait(left_ms, lambda seen: context(step, seen) or seen)
            if self._is_in_view(step, scene):
                return self.hands.await_after(step, f"{done} scroll(s)")
            if done == step.max_scrolls or deadline.passed:
                break
            _, effect = self.hands.act(self._stroke(step, scene), scene)
            if effect.changed is False:
                raise StepFailedError(
                    Code.TARGET_NOT_FOUND,
                    f"no node matches the selector; after {done} scroll(s) nothing moves on",
                )
        raise StepFailedError(
            Code.TARGET_NOT_FOUND,
            f"no node matches the selector after {done} scroll(s), of {step.max_scrolls} at most, in {step.timeout_ms} ms",
        )

    def _is_in_view(self, step: TaskStep, scene: Scene) -> bool:
        assert step.selector is not None  # the table of fields
        node = self._one(scene, step.selector, "the selector")
        return node is not None and scene.touch_point(node) is not None

    def _stroke(self, step: TaskStep, scene: Scene) -> Scroll:
        if step.container is None:
            return Scroll(step.direction)
        node = self._one(scene, step.container, "the container")
        point = None if node is None else scene.touch_point(node)
        if point is None:
            raise StepFailedError(Code.TARGET_NOT_FOUND, "the container to scroll in is not on the screen")
        return Scroll(step.direction, x=point.x, y=point.y)

    def _one(self, scene: Scene, selector: TaskSelector, what: str) -> Node | None:
        found = scene.find(self.eyes.values.selector(selector))
        if len(found) > 1:
            raise StepFailedError(Code.TARGET_AMBIGUOUS, f"{len(found)} nodes match {what}; nothing was sent")
        return found[0] if found else None

    def select_option(self, step: TaskStep) -> str:
        assert step.value is not None  # the table of fields
        value = self.eyes.values.text(step.value)
        aim = self.eyes.await_target(step, touched=True)
        assert aim.node is not None
        if any(node.text == value for node in aim.node.walk()):
            return self.hands.await_after(
                step, Shade.ALREADY_THERE.saying(f"{value!r} is chosen; nothing was sent")
            )
        point = _point(aim)
        self.hands.act(Tap(point.x, point.y), aim.scene)
        option = TaskStep(
            step.id, step.action, step.package_name, selector=_with_text(value), timeout_ms=step.timeout_ms
        )
        chosen = self.eyes.await_target(option, touched=True)
        place = _point(chosen)
        return self._act(step, Tap(place.x, place.y), chosen.scene)

    def screenshot(self, step: TaskStep) -> str:
        scene = self.eyes.wait(step.timeout_ms, lambda seen: context(step, seen) or seen)
        if scene.seen.screenshot is None:
            reasons = [item.reason.value for item in scene.seen.missing if item.column == "screenshot"]
            raise StepFailedError(Code.ACTION_FAILED, f"no picture could be had: {', '.join(reasons)}")
        if Flag.SECURE_SCREEN in scene.seen.flags:
            raise StepFailedError(
                Code.ACTION_FAILED, "SECURE_SCREEN: the screen is protected, its picture black"
            )
        return self.save_picture(scene.seen)

    def _act(self, step: TaskStep, action: Action, scene: Scene) -> str:
        words, _ = self.hands.act(action, scene, step.after)
        return self.hands.await_after(step, words)

    def _keep_local(self, scene: Scene, action: Action) -> None:
        """A step that sends nothing, for the recording: the screen is the same before and after."""
        runner = self.hands.runner
        step = Step(
            runner.next_index,
            scene.seen,
            action,
            scene.seen,
            result_code=Code.OK.value,
            settled=True,
            settle_ms=0,
        )
        runner.next_index += 1
        self.hands.keep(step)


def _with_text(text: str) -> TaskSelector:
    return TaskSelector(Selector(text=text))


def _point(aim: Aim) -> Point:
    assert aim.point is not None  # a target that is touched has one
    return aim.point


def _read(node: Node, attribute: Attribute) -> str:
    match attribute:
        case Attribute.TEXT:
            return node.text or node.content_desc
        case Attribute.CONTENT_DESC:
            return node.content_desc
        case Attribute.RESOURCE_ID:
            return node.resource_id
        case Attribute.CLASS_NAME:
            return node.class_name
        case _:
            return "true" if getattr(node, attribute.value) else "false"


_RUNNERS: Mapping[StepAction, Callable[[Actions, TaskStep], str]] = {
    StepAction.WAIT: Actions.wait,
    StepAction.CLICK: Actions.click,
    StepAction.INPUT: Actions.input,
    StepAction.BACK: Actions.back,
    StepAction.EXTRACT_TEXT: Actions.extract,
    StepAction.EXTRACT: Actions.extract,
    StepAction.OPEN: Actions.open,
    StepAction.SCROLL: Actions.scroll,
    StepAction.SELECT_OPTION: Actions.select_option,
    StepAction.SCREENSHOT: Actions.screenshot,
}
