"""Filters at work: each sees what the ones before it kept, and all that they leave out is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from gui_rec._files import read_text
from gui_rec.datasets.filters._api import Candidate, Drop, Filter, Judge
from gui_rec.datasets.filters._members import FILTERS
from gui_rec.errors import UsageError

_MOST_FILE_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class FilterReport:
    """What one filter did: `seen == kept + sum(dropped.values())`, and the next one sees what it kept."""

    name: str
    version: int
    options: tuple[str, ...]
    seen: int
    dropped: Mapping[str, int]

    @property
    def kept(self) -> int:
        """Steps that it let through."""
        return self.seen - sum(self.dropped.values())

    def document(self) -> dict[str, object]:
        """As JSON."""
        return {
            "filter": self.name,
            "version": self.version,
            "options": list(self.options),
            "seen": self.seen,
            "dropped": dict(self.dropped),
            "kept": self.kept,
        }


@dataclass(slots=True)
class _Link:
    member: Filter
    options: tuple[str, ...]
    judge: Judge
    seen: int = 0
    dropped: Counter[str] = field(default_factory=Counter)


class Chain:
    """The filters of one export, in the family's order. `asked` holds `NAME` or `NAME=OPTION[,OPTION]`."""

    def __init__(self, asked: Sequence[str]) -> None:
        """Raises UsageError for an unknown filter or option, and for a filter that is asked for twice."""
        options: dict[str, tuple[str, ...]] = {}
        for text in asked:
            name, _, given = text.partition("=")
            FILTERS.get(name)
            if name in options:
                raise UsageError(f"filter {name}: asked for twice; give its options once, by commas")
            options[name] = tuple(option.strip() for option in given.split(",") if option.strip())
        members = [FILTERS.get(name) for name in FILTERS if name in options]
        self._links = [
            _Link(member, options[member.name], member.begin(options[member.name])) for member in members
        ]

    @property
    def needs_xml(self) -> bool:
        """Whether any filter reads the hierarchies."""
        return any(link.member.needs_xml for link in self._links)

    @property
    def needs_labels(self) -> tuple[str, ...]:
        """The labels that the filters read."""
        return tuple(sorted({name for link in self._links for name in link.member.needs_labels}))

    def drops(self, episode: Candidate) -> Iterator[tuple[str, Drop]]:
        """Filter and drop of every step that is left out, filter by filter."""
        for link in self._links:
            link.seen += len(episode.steps)
            dropped = {drop.step_index: drop for drop in link.judge.judge(episode)}
            for drop in dropped.values():
                link.dropped[drop.reason] += 1
                yield link.member.name, drop
            kept = tuple(step for step in episode.steps if step.index not in dropped)
            episode = replace(episode, steps=kept)

    def reports(self) -> tuple[FilterReport, ...]:
        """What each filter did up to now."""
        return tuple(
            FilterReport(
                link.member.name,
                link.member.version,
                link.options,
                link.seen,
                {reason: link.dropped[reason] for reason in link.member.reasons if link.dropped[reason]},
            )
            for link in self._links
        )


def filters_in(path: Path) -> tuple[str, ...]:
    """The filters that a text file asks for, one a line; empty lines and `#` comments do not count.

    Raises InputError for a file that cannot be read, UsageError naming the line of an unknown filter.
    """
    found = []
    for number, line in enumerate(read_text(path, "filters", _MOST_FILE_BYTES).splitlines(), 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        if text.partition("=")[0] not in FILTERS:
            known = ", ".join(FILTERS)
            raise UsageError(f"{path}: line {number}: expected a filter ({known}), got {text[:80]!r}")
        found.append(text)
    return tuple(found)
