"""What must hold at an episode's end, and whether it did: pure functions of one look and of what the phone answered.

An expectation that could not be asked has `passed` None: nothing is assumed of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from gui_rec.model.episode import Expectation
from gui_rec.model.observation import Observation
from gui_rec.model.selector import Selector
from gui_rec.ui.matching import find_all
from gui_rec.ui.tree import Node, Tree
from gui_rec.ui.wanted import Wanted

MOST_ANSWER = 2000
"""Characters of an answer that are stored; the whole of it is judged."""

Question: TypeAlias = tuple[str, ...]
Answers: TypeAlias = Mapping[Question, str | None]
"""What the phone said to each question; None where it could not be asked."""


@dataclass(frozen=True, slots=True)
class ScreenProbe:
    """A node of the screen: that it is there (or is not), or what its text is. `spelled` is the selector as written."""

    selector: Selector
    spelled: str
    present: bool = True
    wanted: Wanted | None = None


@dataclass(frozen=True, slots=True)
class AppProbe:
    """The app in front; with `activity` the page too (`.Main` and `com.example.shop.Main` mean the same)."""

    package: str | None = None
    activity: str | None = None


@dataclass(frozen=True, slots=True)
class FactProbe:
    """A named fact of the last screen."""

    name: str
    wanted: Wanted


@dataclass(frozen=True, slots=True)
class ShellProbe:
    """A question to the phone's shell, of the closed list; `name` is what the person wrote (`setting`, `shell`)."""

    name: str
    question: Question
    wanted: Wanted


Probe: TypeAlias = ScreenProbe | AppProbe | FactProbe | ShellProbe


def questions_of(probes: Iterable[Probe]) -> tuple[Question, ...]:
    """What the phone must be asked, each once."""
    return tuple(dict.fromkeys(probe.question for probe in probes if isinstance(probe, ShellProbe)))


def evaluate(
    probes: Iterable[Probe], seen: Observation, tree: Tree | None, answers: Answers
) -> tuple[Expectation, ...]:
    """Each probe with what was expected and what was found, in their order."""
    return tuple(_evaluated(probe, seen, tree, answers) for probe in probes)


def _evaluated(probe: Probe, seen: Observation, tree: Tree | None, answers: Answers) -> Expectation:
    match probe:
        case ScreenProbe():
            return _screen(probe, tree)
        case AppProbe():
            return _app(probe, seen)
        case FactProbe(name=name, wanted=wanted):
            return _told(f"fact {name}", wanted, dict(seen.facts.named).get(name))
        case ShellProbe(name=name, question=question, wanted=wanted):
            answer = answers.get(question)
            return _told(f"{name} {' '.join(question)}", wanted, None if answer is None else answer.strip())


def _told(probe: str, wanted: Wanted, answer: str | None) -> Expectation:
    passed = None if answer is None else wanted.holds(answer)
    return Expectation(probe, wanted.words, None if answer is None else answer[:MOST_ANSWER], passed)


def _screen(probe: ScreenProbe, tree: Tree | None) -> Expectation:
    name = f"selector {probe.spelled}"
    expected = f"text {probe.wanted.words}" if probe.wanted else ("present" if probe.present else "absent")
    if tree is None:
        return Expectation(name, expected)
    found = find_all(tree, probe.selector)
    if probe.wanted is None:
        return Expectation(name, expected, _matches(found), bool(found) == probe.present)
    if len(found) != 1:
        return Expectation(name, expected, _matches(found), False)
    return Expectation(name, expected, found[0].text[:MOST_ANSWER], probe.wanted.holds(found[0].text))


def _matches(found: list[Node]) -> str:
    return f"{len(found)} match{'' if len(found) == 1 else 'es'}"


def _app(probe: AppProbe, seen: Observation) -> Expectation:
    wanted = (
        probe.package if probe.activity is None else _whole(probe.package or seen.package, probe.activity)
    )
    name = "package" if probe.activity is None else "activity"
    if seen.package is None or (probe.activity is not None and seen.activity is None):
        return Expectation(name, wanted)
    found = seen.package if probe.activity is None else _whole(seen.package, seen.activity or "")
    return Expectation(name, wanted, found, found == wanted)


def _whole(package: str | None, activity: str) -> str:
    """`com.example.shop/.Main` and `com.example.shop/com.example.shop.Main` as the latter."""
    return f"{package}/{package}{activity}" if activity.startswith(".") else f"{package}/{activity}"
