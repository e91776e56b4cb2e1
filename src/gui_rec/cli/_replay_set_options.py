"""The options of `gui-rec replay` for many trajectories and many devices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gui_rec.errors import UsageError

if TYPE_CHECKING:
    from gui_rec.replayer.sets.items import Found

R = TypeVar("R")
_MOST_RETRIES = 100


@dataclass(frozen=True, slots=True)
class AskedSet:
    """What click hands over; `artifacts` is `all`, `failures` or `none`."""

    shard: str | None = None
    retry_failed: int = 0
    fail_on_flaky: bool = False
    resume: bool = False
    artifacts: str = "all"

    @property
    def wants_set(self) -> bool:
        """Whether an option was given that only a set has."""
        return self.shard is not None or self.retry_failed > 0 or self.fail_on_flaky or self.resume

    def found(self, recording: Path, episode: str | None, serials: Sequence[str]) -> Found | None:
        """What the set is made of; None where one trajectory on one device is meant.

        Raises StoreError for a recording that does not read, UsageError for an episode that is not there and for a
        set without anything in it.
        """
        from gui_rec.replayer.sets.items import Found, find_items

        if not (self.wants_set or len(serials) > 1) and (episode is not None or _is_a_single_file(recording)):
            return None
        found = find_items(recording)
        if episode is not None:
            chosen = tuple(item for item in found.items if item.episode_id == episode)
            if not chosen:
                raise UsageError(f"replay: no episode {episode!r} in {recording}")
            found = Found(chosen, found.left_out)
        is_one = len(found.items) <= 1 and not serials and not self.wants_set
        if is_one:
            return None
        if not found.items:
            told = f" ({'; '.join(found.left_out)})" if found.left_out else ""
            raise UsageError(f"replay: {recording}: nothing to replay here{told}")
        return found


def _is_a_single_file(recording: Path) -> bool:
    """Whether it is a file of one episode: no need to look further, and the usual case."""
    from gui_rec.store.reader import open_trajectories

    return not recording.is_dir() and len(open_trajectories(recording).episodes) == 1


def set_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add the options; the command takes one `asked_set: AskedSet`."""

    @click.option(
        "--shard",
        metavar="I/N",
        help="Only the I-th of N parts of the trajectories; which part one is in depends on its episode id alone.",
    )
    @click.option(
        "--retry-failed",
        type=click.IntRange(0, _MOST_RETRIES),
        is_flag=False,
        flag_value=1,
        default=0,
        show_default=True,
        metavar="[N]",
        help="Replay a trajectory that failed up to N times more (without N once), after the others; one that passes "
        "then is flaky.",
    )
    @click.option("--fail-on-flaky", is_flag=True, help="Exit 1 for flaky trajectories, too.")
    @click.option(
        "--resume",
        is_flag=True,
        help="Go on with the set whose report is in --report DIR: what passed, failed or was flaky is not repeated.",
    )
    @click.option(
        "--artifacts",
        type=click.Choice(["all", "failures", "none"]),
        default="all",
        show_default=True,
        help="Which replays keep their run (a trajectory with pictures) and their page; the JSON report stays.",
    )
    @wraps(function)
    def wrapped(
        *args: Any,  # noqa: ANN401 - click's values
        shard: str | None,
        retry_failed: int,
        fail_on_flaky: bool,
        resume: bool,
        artifacts: str,
        **kwargs: Any,  # noqa: ANN401
    ) -> R:
        asked = AskedSet(shard, retry_failed, fail_on_flaky, resume, artifacts)
        return function(*args, asked_set=asked, **kwargs)

    return wrapped


OWN_NAMES = ("shard", "retry_failed", "fail_on_flaky", "resume", "artifacts")
"""The names of these options: what is the set's is not its children's."""
