"""How an episode ends, and what is said of it."""

from __future__ import annotations

import shlex
from pathlib import Path

from gui_rec.errors import DeviceLostError, DeviceUnavailableError, DiskFullError, UsageError
from gui_rec.model.actions import Action, Answer, Finish, FinishStatus, Takeover
from gui_rec.model.episode import Outcome
from gui_rec.model.flags import EndReason

_CLAIMS = {
    FinishStatus.SUCCESS: EndReason.CLAIMED_SUCCESS,
    FinishStatus.FAILURE: EndReason.CLAIMED_FAILURE,
    FinishStatus.INFEASIBLE: EndReason.CLAIMED_INFEASIBLE,
    FinishStatus.UNKNOWN: EndReason.FINISHED,
}


def closed_words(out: Path, steps: int) -> str:
    """What is to be said of a recording that ended by Ctrl-C."""
    return (
        f"the episode in {out} is closed and whole with its {steps} step(s), ended `interrupted`; next: gui-rec show "
        f"{shlex.quote(str(out))}"
    )


def open_words(out: Path, steps: int) -> str:
    """What is to be said of a recording that `--resume` came to nothing on."""
    return f"the recording in {out} is as it was, open with its {steps} step(s); --resume goes on with it"


def end_of(action: Action) -> EndReason | None:
    """How an episode ends whose last action is `action`; None where that does not tell."""
    match action:
        case Finish(status=status):
            return _CLAIMS[status]
        case Answer():
            return EndReason.ANSWERED
        case Takeover():
            return EndReason.TAKEOVER
        case _:
            return None


def reason_for(status: EndReason | FinishStatus | str) -> EndReason:
    """The reason that `status` names, or claims. Raises UsageError."""
    if status in tuple(FinishStatus):
        return _CLAIMS[FinishStatus(status)]
    if status in tuple(EndReason):
        return EndReason(status)
    known = ", ".join((*FinishStatus, *EndReason))
    raise UsageError(f"recorder: expected how the episode ended, one of {known}; got {status!r}")


def outcome_of(outcome: Outcome | str) -> Outcome:
    """The outcome that `outcome` names. Raises UsageError."""
    if outcome in tuple(Outcome):
        return Outcome(outcome)
    raise UsageError(f"recorder: outcome: expected one of {', '.join(Outcome)}, got {outcome!r}")


def reason_of(error: BaseException) -> EndReason:
    """How an episode ends that `error` ended."""
    if isinstance(error, DeviceLostError | DeviceUnavailableError):
        return EndReason.DEVICE_LOST
    return EndReason.DISK_FULL if isinstance(error, DiskFullError) else EndReason.INTERRUPTED
