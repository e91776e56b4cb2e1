"""`ended` (R15): how the episode ended, by its last action, else by what the recorder stored of its end."""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import UNKNOWN, EpisodeView, Labelled
from gui_rec.model.actions import Answer, Finish, FinishStatus, Takeover
from gui_rec.model.flags import EndReason

FINISH_SUCCESS, FINISH_FAILURE, CRASH = "finish_success", "finish_failure", "crash"
_REASONS = {
    EndReason.CLAIMED_SUCCESS: FINISH_SUCCESS,
    EndReason.CLAIMED_FAILURE: FINISH_FAILURE,
    EndReason.CLAIMED_INFEASIBLE: "finish_infeasible",
    EndReason.FINISHED: "finish",
    EndReason.ANSWERED: "answer",
    EndReason.TAKEOVER: "takeover",
    EndReason.MAX_STEPS: "cutoff",
    EndReason.INVALID_ACTION: "invalid_action",
    EndReason.STOPPED: "human_stop",
    EndReason.INTERRUPTED: "human_stop",
    EndReason.DEVICE_LOST: "device_lost",
    EndReason.APP_CRASH: CRASH,
    EndReason.DISK_FULL: "disk_full",
}
_CLAIMS = {
    FinishStatus.SUCCESS: FINISH_SUCCESS,
    FinishStatus.FAILURE: FINISH_FAILURE,
    FinishStatus.INFEASIBLE: "finish_infeasible",
    FinishStatus.UNKNOWN: "finish",
}


class Ended:
    """One value an episode."""

    name = "ended"
    meaning = "how the episode ended: finish_success, finish_failure, answer, takeover, cutoff, crash, human_stop ..."
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        how = how_ended(episode)
        yield Labelled(None, how, "rule:ended", 0.0 if how == UNKNOWN else 1.0)


def how_ended(episode: EpisodeView) -> str:
    """An app's crash outweighs the last action; `unknown` where neither that nor a reason tells."""
    reason = None if episode.end is None else episode.end.reason
    if reason is EndReason.APP_CRASH:
        return CRASH
    last = episode.steps[-1].action if episode.steps else None
    match last:
        case Finish(status=status):
            return _CLAIMS[status]
        case Answer():
            return "answer"
        case Takeover():
            return "takeover"
    return UNKNOWN if reason is None else _REASONS[reason]


LABELLER = Ended()
