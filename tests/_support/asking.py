"""Asks one check about two states."""

from __future__ import annotations

from dataclasses import replace

from observations import look
from shop import SHOP, tap

from gui_rec.model.step import Step
from gui_rec.replayer.checks._api import CheckResult, Context
from gui_rec.replayer.checks._members import CHECKS
from gui_rec.replayer.looks import Look

LIST = look(SHOP["list"].elements, activity=".List")
ITEM = look(SHOP["item"].elements, activity=".Item")
STEP = Step(0, LIST.seen, tap(40), ITEM.seen)
CONTEXT = Context(STEP, recorded_before=LIST, seen_before=LIST)


def ask(name: str, recorded: Look, seen: Look, context: Context = CONTEXT) -> CheckResult:
    return CHECKS.get(name).check(recorded, seen, context)


def with_facts(base: Look, **changes: object) -> Look:
    """`base` with other facts."""
    return Look.of(replace(base.seen, facts=replace(base.seen.facts, **changes)))  # type: ignore[arg-type]


def with_columns(base: Look, **changes: object) -> Look:
    """`base` with other columns of the observation."""
    return Look.of(replace(base.seen, **changes))  # type: ignore[arg-type]
