"""Which side each episode stands on: a hash decides, and what belongs together is decided together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gui_rec.datasets.dedup.keys import number_of
from gui_rec.datasets.splits._api import SideReport, Split, SplitSpec
from gui_rec.datasets.splits.origin import Origin


@dataclass(frozen=True, slots=True)
class Assignment:
    """`sides` by episode; `tied` are episodes that are left out, `removed` the steps that `train` holds, too."""

    sides: dict[str, Split]
    tied: frozenset[str]
    removed: dict[str, frozenset[int]]
    reports: tuple[SideReport, ...]


def assign(origins: Sequence[Origin], spec: SplitSpec) -> Assignment:
    """Put every episode on one side.

    Episodes of one task id, of one source episode, or of one (task template, app) are one group. A group that shows an
    app held out goes to `apps_unseen`; one whose task is held out to `tasks_unseen`; the rest by the hash of the
    group. An episode that is in `apps_unseen` for its group's sake only, and shows no app held out, is left out.
    """
    groups, tasks = _Groups(), _Groups()
    for origin in origins:
        groups.join([_pair(origin), *origin.ties])
        tasks.join([f"template {origin.template}", *origin.ties])
    group_of = groups.names()
    task_of = tasks.names()
    unseen = {app for origin in origins for app in origin.apps if _app_is_unseen(app, spec)}
    with_unseen = {group_of[_pair(origin)] for origin in origins if origin.apps & unseen}
    sides: dict[str, Split] = {}
    tied: set[str] = set()
    for origin in origins:
        group = group_of[_pair(origin)]
        if group in with_unseen:
            sides[origin.episode_id] = Split.APPS_UNSEEN
            if not origin.apps & unseen:
                tied.add(origin.episode_id)
        elif _draw(spec, "task", task_of[f"template {origin.template}"]) < spec.share(Split.TASKS_UNSEEN):
            sides[origin.episode_id] = Split.TASKS_UNSEEN
        else:
            sides[origin.episode_id] = _by_pair(spec, group)
    removed = _also_in_train(origins, sides, tied)
    return Assignment(sides, frozenset(tied), removed, _reports(origins, sides, tied, removed))


def _pair(origin: Origin) -> str:
    return f"pair {origin.template}\x1f{origin.app}"


def _app_is_unseen(app: str, spec: SplitSpec) -> bool:
    return app in spec.unseen_apps or _draw(spec, "app", app) < spec.share(Split.APPS_UNSEEN)


def _by_pair(spec: SplitSpec, group: str) -> Split:
    drawn = _draw(spec, "pair", group)
    if drawn < spec.share(Split.TEST):
        return Split.TEST
    held_out = spec.share(Split.TEST) + spec.share(Split.VALIDATION)
    return Split.VALIDATION if drawn < held_out else Split.TRAIN


def _draw(spec: SplitSpec, kind: str, name: str) -> float:
    """A number in [0, 1) that the seed and the name decide."""
    return number_of(str(spec.seed), kind, name) / 2**64


def _also_in_train(
    origins: Iterable[Origin], sides: dict[str, Split], tied: set[str]
) -> dict[str, frozenset[int]]:
    taught = {
        key for origin in origins if sides[origin.episode_id] is Split.TRAIN for key in origin.keys.values()
    }
    return {
        origin.episode_id: frozenset(index for index, key in origin.keys.items() if key in taught)
        for origin in origins
        if sides[origin.episode_id] is not Split.TRAIN and origin.episode_id not in tied
    }


def _reports(
    origins: Sequence[Origin], sides: dict[str, Split], tied: set[str], removed: dict[str, frozenset[int]]
) -> tuple[SideReport, ...]:
    found = []
    for split in Split:
        of_side = [origin for origin in origins if sides[origin.episode_id] is split]
        if not of_side:
            continue
        counts: Counter[str] = Counter()
        for origin in of_side:
            counts["steps"] += len(origin.indices)
            counts["removed"] += len(removed.get(origin.episode_id, ()))
            counts["exempt"] += origin.exempt
            counts["unknown"] += origin.unknown
            counts["tied"] += len(origin.indices) if origin.episode_id in tied else 0
        found.append(
            SideReport(
                split,
                len(of_side),
                counts["steps"],
                counts["removed"],
                counts["exempt"],
                counts["unknown"],
                counts["tied"],
            )
        )
    return tuple(found)


@dataclass(slots=True)
class _Groups:
    """Texts that belong together (union-find); a group is named by its smallest text."""

    parent: dict[str, str] = field(default_factory=dict)

    def join(self, members: Sequence[str]) -> None:
        first = self._root(members[0])
        for member in members[1:]:
            other = self._root(member)
            if other != first:
                low, high = sorted((first, other))
                self.parent[high] = low
                first = low

    def names(self) -> dict[str, str]:
        return {member: self._root(member) for member in self.parent}

    def _root(self, member: str) -> str:
        self.parent.setdefault(member, member)
        while self.parent[member] != member:
            self.parent[member] = self.parent[self.parent[member]]
            member = self.parent[member]
        return member
