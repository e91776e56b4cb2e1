"""The benchmark's episodes: every task in the ways in which it can go, with the truth of each step and of the whole.

The truth of the whole is read off the phone's own state, that of a step follows from the way it was put in: a step is
good when it belongs to the way and the episode is a success. The generator draws nothing by lot.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from gui_rec.datasets.labels._api import EpisodeView
from gui_rec.datasets.labels.looks import Eyes
from gui_rec.model.actions import FinishStatus
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo, Expectation
from gui_rec.model.flags import EndReason
from gui_rec.phone.world.views import App
from gui_rec.recorder.expect import evaluate, questions_of
from gui_rec.recorder.expect_file import parse_expectations
from labels import tasks_dev, tasks_test
from labels.hand import Hand
from labels.tasks import State, Task

SPLIT = Path(__file__).with_name("split.json")


@dataclass(frozen=True, eq=False)
class Episode:
    """A stored episode as labels see it, and what it truly is."""

    name: str
    kind: str
    view: EpisodeView = field(repr=False)
    success: bool
    good: tuple[bool, ...]
    marks: tuple[frozenset[str], ...]

    @property
    def app(self) -> str:
        return self.name.partition(".")[0]


_BACK = frozenset({"undone", "detour"})
_AWAY = frozenset({"detour"})
_LOOP = frozenset({"loop"})
_FEW = 2
"""So often the same may be tried; more is a loop."""

Kind = Callable[[Hand, Task], FinishStatus | None]
"""Plays a task in one way; what the actor claims at the end, None where it says nothing (a crash)."""


def split() -> Mapping[str, tuple[str, ...]]:
    """`dev` and `test`, with the apps of each."""
    return {part: tuple(apps) for part, apps in json.loads(SPLIT.read_text(encoding="utf-8")).items()}


def tasks(part: str) -> tuple[Task, ...]:
    found = {"dev": tasks_dev.TASKS, "test": tasks_test.TASKS}[part]
    foreign = {task.app for task in found} - set(split()[part])
    if foreign:
        raise ValueError(f"{SPLIT.name} does not have {', '.join(sorted(foreign))} among the apps of {part}")
    return found


def episodes(part: str, names: frozenset[str] | None = None) -> Iterator[Episode]:
    """All of a part, or the named ones (`notes.write:clean`)."""
    for task in tasks(part):
        for kind in KINDS:
            name = f"{task.name}:{kind}"
            if (names is None or name in names) and _fits(kind, task):
                yield play(task, kind)


def names_of(part: str) -> tuple[str, ...]:
    return tuple(f"{task.name}:{kind}" for task in tasks(part) for kind in KINDS if _fits(kind, task))


def play(task: Task, kind: str) -> Episode:
    """Play it on a phone of its own."""
    hand = Hand()
    hand.install(*(app for app in task.apps if isinstance(app, App)))
    said = KINDS[kind](hand, task)
    success = task.done(_state(hand)) and said is not None
    if said is not None:
        hand.finish(said, good=True)
    good = tuple(success and truth for truth in hand.truth)
    view = _view(f"{task.name}:{kind}", task, hand, said, asked=kind != "unasked")
    return Episode(f"{task.name}:{kind}", kind, view, success, good, tuple(hand.marks))


def _state(hand: Hand) -> State:
    return {**hand.phone.state(), "settings": hand.phone.settings.get}


def _view(name: str, task: Task, hand: Hand, said: FinishStatus | None, *, asked: bool) -> EpisodeView:
    reason = EndReason.APP_CRASH if said is None else _REASONS[said]
    end = EpisodeEnd(reason, expectations=_answered(task, hand, asked=asked))
    eyes = Eyes()
    looks = tuple(eyes.look(step) for step in hand.steps)
    info = EpisodeInfo(name, "agent", goal=task.name)
    return EpisodeView(info, end, tuple(hand.steps), looks=looks)


_REASONS = {
    FinishStatus.SUCCESS: EndReason.CLAIMED_SUCCESS,
    FinishStatus.FAILURE: EndReason.CLAIMED_FAILURE,
}


def _answered(task: Task, hand: Hand, *, asked: bool) -> tuple[Expectation, ...]:
    """As `record --expect` asks at the end; unasked, as where the phone had gone by then."""
    probes = parse_expectations(list(task.expects), task.name)
    seen = hand.steps[-1].post
    if not asked:
        return tuple(Expectation(one.probe, one.expected) for one in evaluate(probes, seen, None, {}))
    answers = {
        question: hand.phone.settings.get(question[2], question[3]) for question in questions_of(probes)
    }
    return evaluate(probes, seen, hand.tree(), answers)


# -- the ways in which it can go -----------------------------------------------------------------------


def _clean(hand: Hand, task: Task) -> FinishStatus:
    for act in task.way:
        act(hand)
    return FinishStatus.SUCCESS


def _no_op(hand: Hand, task: Task) -> FinishStatus:
    for place, act in enumerate(task.way):
        act(hand)
        if place in (0, len(task.way) - 1):
            hand.ground()
    return FinishStatus.SUCCESS


def _loop(hand: Hand, task: Task) -> FinishStatus:
    for place, act in enumerate(task.way):
        act(hand)
        if place == 0:
            for turn in range(4):
                hand.marking = _LOOP if turn else frozenset()
                hand.ground()
            hand.marking = frozenset()
    return FinishStatus.SUCCESS


def _off_target(hand: Hand, task: Task) -> FinishStatus:
    """The neighbour was hit, and the mistake is taken back at once."""
    assert task.aside is not None
    for place, act in enumerate(task.way):
        if place == task.turn:
            hand.marking = _BACK
            task.aside(hand)
            hand.key("BACK", good=False)
            hand.marking = frozenset()
        act(hand)
    return FinishStatus.SUCCESS


def _detour(hand: Hand, task: Task) -> FinishStatus:
    """Off the way, about on that page, and back by the arrow."""
    assert task.aside is not None
    for place, act in enumerate(task.way):
        if place == task.turn:
            hand.marking = _AWAY
            task.aside(hand)
            hand.scroll(good=False)
            hand.tap(task.back_arrow, good=False)
            hand.marking = frozenset()
        act(hand)
    return FinishStatus.SUCCESS


def _rounds(hand: Hand, task: Task) -> FinishStatus:
    """Round and round, then on."""
    assert task.aside is not None
    for place, act in enumerate(task.way):
        if place == task.turn:
            for turn in range(3):
                hand.marking = _BACK | _LOOP if turn else _BACK
                task.aside(hand)
                hand.key("BACK", good=False)
            hand.marking = frozenset()
        act(hand)
    return FinishStatus.SUCCESS


def _scroll_end(hand: Hand, task: Task) -> FinishStatus:
    """A page that has no more is scrolled all the same."""
    for act in task.way:
        act(hand)
    for _ in range(4):
        hand.scroll(good=False)
    at_the_end = [place for place, marks in enumerate(hand.marks) if "no_op" in marks]
    if len(at_the_end) > _FEW:
        for place in at_the_end[1:]:
            hand.marks[place] |= _LOOP
    return FinishStatus.SUCCESS


def _false_claim(hand: Hand, task: Task) -> FinishStatus:
    for act in task.way[:-1]:
        act(hand)
    if hand.phone.state()["system_dialog"] == "permission":
        hand.marks[-1] |= {"trouble"}  # a question that nobody answers
    return FinishStatus.SUCCESS


def _gave_up(hand: Hand, task: Task) -> FinishStatus:
    for act in task.way[: max(1, len(task.way) // 2)]:
        act(hand)
    return FinishStatus.FAILURE


def _wrong(hand: Hand, task: Task) -> FinishStatus:
    for act in task.wrong:
        act(hand)
    return FinishStatus.SUCCESS


def _mended(hand: Hand, task: Task) -> FinishStatus:
    for act in task.mended:
        act(hand)
    return FinishStatus.SUCCESS


def _toggled(hand: Hand, task: Task) -> FinishStatus:
    for act in task.toggled:
        act(hand)
        if not hand.truth[-1]:
            hand.marks[-1] |= _AWAY
    return FinishStatus.SUCCESS


def _crash(hand: Hand, task: Task) -> None:
    for act in task.way[:-1]:
        act(hand)
    hand.crash()


def _crash_and_claim(hand: Hand, task: Task) -> FinishStatus:
    _crash(hand, task)
    return FinishStatus.SUCCESS


KINDS: Mapping[str, Kind] = {
    "clean": _clean,
    "no_op": _no_op,
    "loop": _loop,
    "off_target": _off_target,
    "detour": _detour,
    "rounds": _rounds,
    "scroll_end": _scroll_end,
    "false_claim": _false_claim,
    "gave_up": _gave_up,
    "wrong": _wrong,
    "mended": _mended,
    "toggled": _toggled,
    "crash": _crash,
    "crash_and_claim": _crash_and_claim,
    "unasked": _clean,
}
_NEEDS = {
    "off_target": "aside",
    "detour": "aside",
    "rounds": "aside",
    "wrong": "wrong",
    "mended": "mended",
    "toggled": "toggled",
}
_ONLY = {
    "unasked": frozenset({"notes.delete", "mail.starred"}),
    "crash": frozenset({"notes.write", "bank.transfer", "tickets.order", "shop.buy", "settings.timeout"}),
    "crash_and_claim": frozenset({"permissions.camera", "bank.history", "mail.letter"}),
    "loop": frozenset(
        {
            "notes.write",
            "bank.history",
            "tickets.order",
            "permissions.camera",
            "settings.airplane",
            "mail.letter",
        }
    ),
    "gave_up": frozenset({"notes.extend", "bank.transfer", "tickets.late", "shop.sign_in", "mail.starred"}),
    "scroll_end": frozenset(
        {"tickets.order", "bank.transfer", "permissions.contacts", "mail.preferences", "settings.airplane"}
    ),
}


@lru_cache(maxsize=512)
def _fits(kind: str, task: Task) -> bool:
    needed = _NEEDS.get(kind)
    if needed is not None and not getattr(task, needed):
        return False
    return kind not in _ONLY or task.name in _ONLY[kind]
