"""`near_duplicates`: steps that do what an earlier kept step did, on a screen that looks as it did then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from gui_rec.datasets.dedup.hamming import GrowingIndex, check_radius
from gui_rec.datasets.dedup.keys import action_key, number_of
from gui_rec.datasets.filters._api import Candidate, Drop, chosen_reasons, value_of
from gui_rec.errors import UsageError
from gui_rec.model.flags import Flag
from gui_rec.model.step import Step

_SAYS_NOTHING = frozenset({Flag.BLANK_SCREEN, Flag.SECURE_SCREEN})
_DEFAULT_RADIUS = "4"


class NearDuplicates:
    """Keeps the first of what is near, in the order of the export.

    Two screens are near when their fingerprints are of one algorithm and differ in at most `radius` bits, and their
    hierarchies, where both have one, are of one structure. A blank picture's fingerprint says nothing and is never
    compared.
    """

    name = "near_duplicates"
    version = 1
    meaning = "steps that do what an earlier kept step did, on a screen that looks as it did then"
    reasons = MappingProxyType({"near_frame": "an earlier step did the same on a screen that looks the same"})
    options = MappingProxyType(
        {
            "radius:BITS": "how many of the fingerprints' 64 bits may differ, 0 to 15; default 4",
            "scope:episode": "compare within an episode only; default scope:all",
            "action:any": "compare screens alone, whatever was done on them; default action:same",
        }
    )
    needs_xml = False
    needs_labels: tuple[str, ...] = ()

    def begin(self, options: Sequence[str]) -> _Judge:
        """See `Filter.begin`."""
        chosen_reasons(self, options)
        radius = value_of(self, options, "radius", _DEFAULT_RADIUS)
        if not radius.isascii() or not radius.isdigit():
            raise UsageError(f"filter {self.name}: radius: expected a number of bits, got {radius!r}")
        check_radius(int(radius))
        scope = value_of(self, options, "scope", "all")
        action = value_of(self, options, "action", "same")
        for name, value, known in (("scope", scope, ("all", "episode")), ("action", action, ("same", "any"))):
            if value not in known:
                raise UsageError(f"filter {self.name}: {name}: expected {' or '.join(known)}, got {value!r}")
        return _Judge(int(radius), within_episode=scope == "episode", any_action=action == "any")


@dataclass(slots=True)
class _Judge:
    radius: int
    within_episode: bool
    any_action: bool
    seen: dict[int, GrowingIndex] = field(default_factory=dict)

    def judge(self, episode: Candidate) -> Iterator[Drop]:
        if self.within_episode:
            self.seen.clear()
        for step in episode.steps:
            bits = _bits(step)
            if bits is None:
                continue
            group = self.seen.setdefault(self._group(step), GrowingIndex(self.radius))
            if group.has_near(bits):
                yield Drop(step.index, "near_frame")
            else:
                group.add(bits)

    def _group(self, step: Step) -> int:
        """Only steps of one group are compared."""
        algorithm = (step.pre.fingerprint or "").partition(":")[0]
        structure = "" if step.pre.state_key is None else step.pre.state_key.structure
        done = "" if self.any_action else action_key(step.action)
        return number_of(algorithm, step.pre.package or "", structure, done)


def _bits(step: Step) -> int | None:
    """The fingerprint's 64 bits; None for a step without one, and for one whose bits say nothing."""
    if step.pre.fingerprint is None or _SAYS_NOTHING & {*step.pre.flags, *step.flags}:
        return None
    digits = step.pre.fingerprint.partition(":")[2]
    return int(digits, 16) if len(digits) == 16 else None


FILTER = NearDuplicates()
