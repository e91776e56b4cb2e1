"""Which samples are written, where that depends on others: pairs of answers, and as many rows of each action.

Both look twice: first at keys alone, so that memory holds a few bytes a sample, then at the samples themselves.
"""

from __future__ import annotations

import hashlib
import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from gui_rec.datasets.export._api import Sample, Takes
from gui_rec.datasets.labels._api import UNKNOWN
from gui_rec.datasets.labels.step_label import BAD, GOOD
from gui_rec.datasets.labels.step_label import NAME as STEP_LABEL
from gui_rec.model.actions import target_point
from gui_rec.model.geometry import to_px
from gui_rec.model.label import LabelRow

Drop = Callable[[Sample, str], None]
"""Counts a sample that is not written, with the reason."""


def mark_of(sample: Sample) -> bool | None:
    """Is the answer good? True, False, or None where nobody knows.

    A stored `step_label` (good, bad; `gui-rec label`, or a person) decides. Without one, a step that did nothing or was not executed is
    bad; a step that was executed and changed something is good where its episode succeeded by the recording person's
    word.
    """
    said = _value(sample.labels.get(STEP_LABEL))
    if said not in (None, UNKNOWN):
        return {GOOD: True, BAD: False}.get(said)
    if _value(sample.labels.get("executed")) == "false" or _value(sample.labels.get("no_op")) == "true":
        return False
    return True if _value(sample.labels.get("outcome")) == "success" else None


def _value(row: LabelRow | None) -> str | None:
    return None if row is None else row.value


def state_key(sample: Sample) -> bytes:
    """Equal for samples of one task on one screen with one history: every byte that the model reads before answering."""
    digest = hashlib.sha256()
    for part in (sample.system, sample.goal, *(f"{turn.role}:{turn.text}" for turn in sample.prompt)):
        digest.update(hashlib.sha256(part.encode("utf-8", "surrogatepass")).digest())
    for picture in sample.pictures:
        digest.update(hashlib.sha256(picture.data).digest())
    return digest.digest()


def same_aim(first: Sample, second: Sample) -> bool:
    """Do two answers come to the same: the same text, or a touch of the same kind within one part's bounds?"""
    if first.target == second.target:
        return True
    if [action.type for action in first.actions] != [action.type for action in second.actions]:
        return False
    return any(_within(a, b) for a, b in ((first, second), (second, first)))


def _within(owner: Sample, other: Sample) -> bool:
    """Does the other's first touch lie in the owner's target?"""
    point = target_point(other.actions[0]) if other.actions else None
    if owner.bounds_px is None or owner.recorded is None or point is None:
        return False
    return owner.bounds_px.contains(to_px(point, owner.recorded))


@dataclass(slots=True)
class Chooser:
    """`most` is how many rows of each action type are kept, None for all."""

    takes: Takes
    most: int | None = None
    seed: int = 0
    _marks: dict[bytes, set[bool]] = field(default_factory=lambda: defaultdict(set))
    _ranks: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    @property
    def looks_twice(self) -> bool:
        return self.takes is Takes.PAIRS or self.most is not None

    def look(self, samples: Iterable[Sample]) -> None:
        """The first look: all samples, to be forgotten again."""
        for sample in samples:
            mark = mark_of(sample)
            if self.takes is Takes.PAIRS and mark is not None:
                self._marks[state_key(sample)].add(mark)
            if self.most is not None and (self.takes is not Takes.MARKED or mark is not None):
                self._rank(sample, self.most)

    def _rank(self, sample: Sample, most: int) -> None:
        """The smallest ranks of each action type, in a heap whose first is the largest."""
        heap, rank = self._ranks[_kind(sample)], -self._number(sample)
        if len(heap) < most:
            heapq.heappush(heap, rank)
        else:
            heapq.heappushpop(heap, rank)

    def _number(self, sample: Sample) -> int:
        words = f"{self.seed}\n{sample.episode_id}\n{sample.step_index}\n{sample.user}"
        return int.from_bytes(hashlib.sha256(words.encode("utf-8", "surrogatepass")).digest()[:8])

    def choose(self, samples: Iterable[Sample], drop: Drop) -> Iterator[Sample]:
        """What is written of the samples that were looked at before, in their order."""
        if self.takes is Takes.PAIRS:
            yield from self._pairs(samples, drop)
            return
        for sample in samples:
            mark = mark_of(sample) if self.takes is Takes.MARKED else None
            if self.takes is Takes.MARKED and mark is None:
                drop(sample, "no_mark")
            elif self.most is not None and self._number(sample) > -self._ranks[_kind(sample)][0]:
                drop(sample, "balanced_away")
            else:
                yield replace(sample, good=mark)

    def _pairs(self, samples: Iterable[Sample], drop: Drop) -> Iterator[Sample]:
        waiting: dict[bytes, list[Sample]] = {}
        for sample in samples:
            key = state_key(sample)
            if mark_of(sample) is None:
                drop(sample, "no_mark")
            elif len(self._marks[key]) < 2:
                drop(sample, "no_other_answer_here")
            else:
                waiting.setdefault(key, []).append(sample)
        for group in waiting.values():
            yield from _paired(group, drop)


def _paired(group: list[Sample], drop: Drop) -> Iterator[Sample]:
    """Each good answer with the first bad one that is not as good as the same; none twice."""
    bad = [sample for sample in group if mark_of(sample) is False]
    for good in (sample for sample in group if mark_of(sample) is True):
        worse = next((other for other in bad if not same_aim(good, other)), None)
        if worse is None:
            drop(good, "same_answer_as_the_worse")
            continue
        bad.remove(worse)
        yield replace(
            good,
            rejected=worse.target,
            steps=good.steps + worse.steps,
            derived=good.derived + worse.derived,
            losses=good.losses + worse.losses,
        )
    for left in bad:
        drop(left, "no_other_answer_here")


def _kind(sample: Sample) -> str:
    return " ".join(dict.fromkeys(action.type for action in sample.actions))
