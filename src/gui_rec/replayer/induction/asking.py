"""Asking facts of the runs that rules are learnt from, and of the app's other states."""

from __future__ import annotations

from collections.abc import Mapping

from gui_rec.replayer.induction.cover import Holds
from gui_rec.replayer.induction.pages import Page
from gui_rec.replayer.induction.runs import Run
from gui_rec.replayer.looks import Look
from gui_rec.replayer.rules.asking import Scene, ask
from gui_rec.replayer.rules.facts import FactTest
from gui_rec.ui.named_facts import NamedFact


def asked_of(run: Run, named: Mapping[str, NamedFact] | None = None) -> Holds:
    """Asks of the run's own transition; `named` are the facts that have a name."""
    return _asked(Scene(_look(run.post), _before(run), run.inputs, named or {}))


def asked_of_another(run: Run, page: Page) -> Holds:
    """Asks of the transition that this run would have been, had it ended on `page`."""
    return _asked(Scene(_look(page), _before(run), run.inputs))


def asked_of_other(page: Page, before: Page | None) -> Holds:
    """Asks of another transition of the app."""
    return _asked(Scene(_look(page), None if before is None else _look(before)))


def asked_before(run: Run, test: FactTest) -> bool | None:
    """Asks of the state before the step alone."""
    return None if run.pre is None else ask(test, Scene(_look(run.pre), None, run.inputs)).holds


def _asked(scene: Scene) -> Holds:
    return lambda test: ask(test, scene).holds


def _before(run: Run) -> Look | None:
    return None if run.pre is None else _look(run.pre)


def _look(page: Page) -> Look:
    return Look(page.seen, page.tree)
