"""What was done between a source's moments, as steps: the next moment of a step is the moment of the step after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from gui_rec import __version__
from gui_rec.capture.target import find_target
from gui_rec.datasets.importers.complaints import Complaints
from gui_rec.datasets.importers.observations import Seen, nothing_seen
from gui_rec.errors import InputError
from gui_rec.model.actions import Action, Answer, Finish, FinishStatus, Invalid, Takeover
from gui_rec.model.episode import DeviceInfo, EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason, Flag, MissingReason
from gui_rec.model.step import Step
from gui_rec.store.ids import is_safe_id

_ENDS = {
    FinishStatus.SUCCESS: EndReason.CLAIMED_SUCCESS,
    FinishStatus.FAILURE: EndReason.CLAIMED_FAILURE,
    FinishStatus.INFEASIBLE: EndReason.CLAIMED_INFEASIBLE,
    FinishStatus.UNKNOWN: EndReason.FINISHED,
}


@dataclass(frozen=True, slots=True)
class Act:
    """One action of a source, and the words around it. `raw` is the action as the source wrote it."""

    action: Action
    dialect: str
    raw: str
    space: str
    thought: str | None = None
    operation: str | None = None
    operation_source: str | None = None
    turn_id: str | None = None
    app_name: str | None = None


def act_or_invalid(read: Callable[[], Action], raw: str, where: str, complaints: Complaints) -> Action:
    """The action that `read` gives; one that cannot be read is kept as invalid with its words, and complained of."""
    try:
        return read()
    except InputError as error:
        complaints.add("action", f"{where}: {error}")
        return Invalid(raw, str(error))


def chain(acts: Sequence[Act], moments: Sequence[Seen], last: Seen | None = None) -> tuple[Step, ...]:
    """The steps: `acts[i]` was done at `moments[i]`; `last` is what was seen after all, if anything."""
    after = [*moments[1:], last or nothing_seen()]
    return tuple(_step(index, *parts) for index, parts in enumerate(zip(acts, moments, after, strict=True)))


def _step(index: int, act: Act, pre: Seen, post: Seen) -> Step:
    target, missing = find_target(pre.observation, pre.tree, act.action)
    if missing is MissingReason.NO_TREE:
        missing = MissingReason.NOT_RECORDED
    return Step(
        index=index,
        pre=pre.observation,
        action=act.action,
        post=post.observation,
        action_dialect=act.dialect,
        action_raw=act.raw,
        action_space=act.space,
        app_name=act.app_name,
        claimed=act.action.status.value if isinstance(act.action, Finish) else None,
        thought=act.thought,
        operation=act.operation,
        operation_source=act.operation_source if act.operation else None,
        turn_id=act.turn_id,
        target=target,
        target_missing=missing,
        flags=(Flag.IMPORTED_INCOMPLETE,),
    )


def end_of(steps: Sequence[Step], message: str | None = None) -> EpisodeEnd:
    """How the last action says that the episode ended; `stopped` where it says nothing."""
    last = steps[-1].action
    match last:
        case Finish():
            return EpisodeEnd(_ENDS[last.status], message=message or last.message)
        case Answer():
            return EpisodeEnd(EndReason.ANSWERED, message=message)
        case Takeover():
            return EpisodeEnd(EndReason.TAKEOVER, message=message)
        case _:
            return EpisodeEnd(EndReason.STOPPED, message=message)


def info_of(importer: str, source_id: str, goal: str | None, device: DeviceInfo | None = None) -> EpisodeInfo:
    """The frame of an episode: the source's own id is its task id, and part of its id: as it is where it can name a file, else hashed."""
    name = f"{importer}-{source_id.replace('/', '.')}"
    if not is_safe_id(name):
        name = f"{importer}-{blake2b(source_id.encode('utf-8', 'surrogatepass'), digest_size=10).hexdigest()}"
    return EpisodeInfo(
        name,
        f"import:{importer}",
        goal=goal,
        task_id=source_id,
        device=device or DeviceInfo(),
        recorder=f"gui-rec {__version__}",
    )
