"""What a filter looks at, and what it says of a step.

A filter sees episodes one after the other, in the order of the export, without their pictures, and names the steps
that it leaves out. What an earlier filter left out a later one does not see. Same recordings, same answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from gui_rec.errors import UsageError
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.label import LabelRow
from gui_rec.model.step import Step

Labels = Mapping[tuple[int | None, str], LabelRow]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One episode on its way into a training set.

    `steps` are those that earlier filters kept, in order, withdrawn ones left out; `whole` are all of them. Their
    pictures are not read: that one is absent stands in `missing`. `labels` are by step (None: the episode) and name.
    """

    info: EpisodeInfo
    end: EpisodeEnd | None
    steps: tuple[Step, ...]
    whole: tuple[Step, ...]
    labels: Labels = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drop:
    """A step that is left out, for a `reason` of its filter.

    With `untold` the prompts of later steps do not tell of it either.
    """

    step_index: int
    reason: str
    untold: bool = False


class Judge(Protocol):
    """A filter at work on one export; it may remember what it has seen."""

    def judge(self, episode: Candidate) -> Iterator[Drop]:
        """The steps of `episode` that are left out, each once, in order."""
        ...


@runtime_checkable
class Filter(Protocol):
    """One member of the family. A change of what it leaves out raises `version`."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def meaning(self) -> str:
        """One line for the help, the docs and the card."""
        ...

    @property
    def reasons(self) -> Mapping[str, str]:
        """Why it leaves steps out, each in words."""
        ...

    @property
    def options(self) -> Mapping[str, str]:
        """Its options, `name` or `name:value`, each in words. A reason's name is an option, too: only these count."""
        ...

    @property
    def needs_xml(self) -> bool:
        """Whether it reads the hierarchies."""
        ...

    @property
    def needs_labels(self) -> tuple[str, ...]:
        """The labels it reads."""
        ...

    def begin(self, options: Sequence[str]) -> Judge:
        """A judge for one export. Raises UsageError for an option that is none."""
        ...


def chosen_reasons(member: Filter, options: Sequence[str]) -> frozenset[str]:
    """The reasons that `options` name; all of them where none is named.

    Raises UsageError for an option that is neither a reason nor one of the filter's own.
    """
    own = {spelled.partition(":")[0] for spelled in member.options}
    for option in options:
        if option not in member.reasons and option.partition(":")[0] not in own:
            known = ", ".join([*member.reasons, *member.options])
            raise UsageError(f"filter {member.name}: unknown option {option!r}; known: {known}")
    return frozenset(option for option in options if option in member.reasons) or frozenset(member.reasons)


def value_of(member: Filter, options: Sequence[str], name: str, default: str) -> str:
    """The value of the option `name:value`. Raises UsageError where it is given twice or without a value."""
    given = [option.partition(":")[2] for option in options if option.partition(":")[0] == name]
    if not given:
        return default
    if len(given) > 1 or not given[0]:
        raise UsageError(f"filter {member.name}: expected {name}:VALUE once, got {', '.join(options)}")
    return given[0]
