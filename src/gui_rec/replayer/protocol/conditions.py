"""Whether a condition holds on a screen: yes, no, or unknown, which is never yes."""

from __future__ import annotations

from gui_rec.dsl.task_protocol.model import (
    Absent,
    AllOf,
    AnyOf,
    Condition,
    Equal,
    InActivity,
    InPackage,
    Not,
    Present,
    TaskSelector,
)
from gui_rec.model.verdict import Code
from gui_rec.replayer.protocol.result import StepFailedError
from gui_rec.replayer.protocol.scene import Scene
from gui_rec.replayer.protocol.values import Values
from gui_rec.replayer.three_valued import all_of, negated


def holds(condition: Condition, scene: Scene, values: Values) -> bool | None:
    """None where the screen does not tell: without a hierarchy, or while no window has the focus.

    Raises StepFailedError with TARGET_AMBIGUOUS where `present` meets several nodes.
    """
    match condition:
        case Present(selector):
            return _present(selector, scene, values)
        case Absent(selector):
            return None if scene.tree is None else not scene.find(values.selector(selector))
        case InPackage(package):
            return None if scene.package is None else scene.package == package
        case InActivity(activity):
            return None if scene.activity is None else scene.is_in(activity)
        case Equal(left, right):
            return values.text(left) == values.text(right)
        case AllOf(parts):
            return all_of(holds(part, scene, values) for part in parts)
        case AnyOf(parts):
            opposite = all_of(negated(holds(part, scene, values)) for part in parts)
            return negated(opposite)
        case Not(part):
            return negated(holds(part, scene, values))


def _present(selector: TaskSelector, scene: Scene, values: Values) -> bool | None:
    if scene.tree is None:
        return None
    found = scene.find(values.selector(selector))
    if len(found) > 1:
        raise StepFailedError(
            Code.TARGET_AMBIGUOUS,
            f"{len(found)} nodes match a selector of the condition, where one is expected",
        )
    return bool(found)
