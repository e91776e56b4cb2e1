"""One transition: what was there, what was done, what came of it. A row of the store."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.model.actions import Action
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation
from gui_rec.model.selector import Selector


@dataclass(frozen=True, slots=True)
class Target:
    """The node under an action's point, in the pre-state's hierarchy.

    `selector` is the shortest one that names this node alone, or None where none does; `path` is the
    node's place by order of appearance (`0/2/1`); `candidates` counts the nodes under the point.
    """

    selector: Selector | None
    bounds_px: Rect
    class_name: str | None
    resource_id: str | None
    text: str | None
    content_desc: str | None
    path: str
    candidates: int


@dataclass(frozen=True, slots=True)
class Sent:
    """What was really sent to the device, and what it answered. Times are host-monotonic.

    `client` names the process that sent it, where that was not gui-rec itself.
    """

    what: str
    method: str
    exit_status: int | None
    output: str
    started_us: int
    ended_us: int
    client: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A recorded transition. Text columns hold what their source said, unaltered.

    `action_raw` is the action as the agent emitted it, or a gesture's raw events; `action_space` is the
    coordinate space tag it came in. `claimed` is what the agent says of the outcome, never a fact.
    `target_missing` says why `target` is None.
    """

    index: int
    pre: Observation
    action: Action
    post: Observation
    action_dialect: str = "canonical"
    action_raw: str | None = None
    action_space: str = "norm01"
    app_name: str | None = None
    app_version: str | None = None
    claimed: str | None = None
    thought: str | None = None
    operation: str | None = None
    operation_source: str | None = None
    prompt_id: str | None = None
    turn_id: str | None = None
    target: Target | None = None
    target_missing: MissingReason | None = None
    sent: Sent | None = None
    result_code: str | None = None
    result_detail: str | None = None
    settled: bool | None = None
    settle_ms: int | None = None
    flags: tuple[Flag, ...] = ()
    withdrawn: bool = False
