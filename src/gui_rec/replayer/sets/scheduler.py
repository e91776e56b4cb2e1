"""Who replays what: a queue of trajectories, handed out to devices one at a time. No process is known here."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gui_rec._files import path_text
from gui_rec.replayer.sets.items import Item
from gui_rec.replayer.sets.results import DONE, Attempt, AttemptEnd, Ending, ItemResult, ending_of

_STRIKES = 2
"""So many processes in a row that die on one device, and it gets no more work."""


@dataclass(slots=True)
class _Work:
    """One trajectory on its way; `avoid` are the devices that gave it back, `now` counts this run's own losses."""

    item: Item
    attempts: list[Attempt] = field(default_factory=list)
    given_back: int = 0
    losses: int = 0
    avoid: set[str] = field(default_factory=set)

    def result(self) -> ItemResult:
        item = self.item
        return ItemResult(
            path_text(item.recording),
            item.episode_id,
            item.goal,
            item.steps,
            ending_of(tuple(self.attempts)),
            self.given_back,
            tuple(self.attempts),
        )


class Scheduler:
    """Hands `items` to `devices`.

    A trajectory whose device or process died is given back once, to another device where there is one. One that
    failed is tried again up to `retries` times, after everything else. A device that was lost, or on which two
    processes in a row died, gets no more work. `earlier` are the results of a set that is gone on with, by the key
    of `ItemResult`: what is done there is not repeated.
    """

    def __init__(
        self,
        items: Iterable[Item],
        devices: Sequence[str],
        *,
        retries: int = 0,
        earlier: Mapping[tuple[str, str], ItemResult] | None = None,
    ) -> None:
        self.devices = tuple(devices)
        self.retired: dict[str, str] = {}
        self._retries = retries
        self._strikes = dict.fromkeys(devices, 0)
        self._works = {item: _Work(item) for item in items}
        self._queue: deque[_Work] = deque()
        self._at_work: dict[str, _Work] = {}
        for work in self._works.values():
            self._begin(work, (earlier or {}).get((path_text(work.item.recording), work.item.episode_id)))

    def _begin(self, work: _Work, before: ItemResult | None) -> None:
        if before is not None:
            work.attempts, work.given_back = list(before.attempts), before.given_back
        ending = ending_of(tuple(work.attempts))
        if ending not in DONE or (ending is Ending.FAILED and self._may_retry(work)):
            self._queue.append(work)

    def _may_retry(self, work: _Work) -> bool:
        failed = sum(attempt.end is AttemptEnd.FAILED for attempt in work.attempts)
        return failed <= self._retries

    @property
    def waiting(self) -> int:
        """How many trajectories nobody has in hand."""
        return len(self._queue)

    def take(self, device: str) -> tuple[Item, int] | None:
        """The next trajectory for an idle device, and which attempt at it this is, from 1; None for nothing now."""
        if device in self.retired or device in self._at_work:
            return None
        others = {name for name in self.devices if name != device and name not in self.retired}
        for work in self._queue:
            if device not in work.avoid or others <= work.avoid:
                self._queue.remove(work)
                self._at_work[device] = work
                return work.item, len(work.attempts) + 1
        return None

    def ended(self, device: str, attempt: Attempt) -> None:
        """What `device` had in hand ended so."""
        work = self._at_work.pop(device)
        work.attempts.append(attempt)
        match attempt.end:
            case AttemptEnd.DEVICE_LOST:
                self.retired[device] = attempt.why
                self._give_back(work, device)
            case AttemptEnd.DIED:
                self._strikes[device] += 1
                if self._strikes[device] >= _STRIKES:
                    self.retired[device] = f"{_STRIKES} processes in a row died on it"
                self._give_back(work, device)
            case AttemptEnd.FAILED:
                self._strikes[device] = 0
                if self._may_retry(work):
                    self._queue.append(work)
            case _:
                self._strikes[device] = 0

    def _give_back(self, work: _Work, device: str) -> None:
        work.losses += 1
        if work.losses == 1:
            work.given_back += 1
            work.avoid.add(device)
            self._queue.appendleft(work)

    def results(self) -> tuple[ItemResult, ...]:
        """Every trajectory as it stands now, in the order it was given."""
        return tuple(work.result() for work in self._works.values())
