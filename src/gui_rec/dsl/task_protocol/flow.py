"""What no single field shows: where steps lead (only forward), and whether references name what is there."""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.dsl.task_protocol.model import END, Goto, Scope, Task, TaskStep
from gui_rec.errors import InputError


def check_flow(task: Task) -> None:
    """Raise InputError, naming the place, for a step that leads nowhere or back, and for an unknown reference."""
    places = {step.id: index for index, step in enumerate(task.steps)}
    inputs = {item.name for item in task.inputs}
    outputs: set[str] = set()
    for index, step in enumerate(task.steps):
        where = f"steps[{index}]"
        if task.version > 1 and step.id == END:
            raise InputError(f"{where}.id: {END} is where a task ends; choose another id")
        for key, target in leads_to(step):
            _check_target(f"{where}.{key}", target, places, index)
        for ref in step.refs():
            known = inputs if ref.scope is Scope.INPUTS else outputs
            if ref.name not in known:
                there = ", ".join(sorted(known)) or "none"
                raise InputError(
                    f"{where}: the reference {ref} names nothing that is there by then; there are: {there}"
                )
        if step.output_field is not None:
            outputs.add(step.output_field)


def leads_to(step: TaskStep) -> Iterator[tuple[str, str]]:
    """Where a step may lead besides the next one: the field's place, and the step's id or END."""
    if step.then is not None:
        yield "then", step.then
    if step.else_ is not None:
        yield "else", step.else_
    if isinstance(step.on_failure, Goto):
        yield "onFailure.goto", step.on_failure.step_id


def _check_target(where: str, target: str, places: dict[str, int], index: int) -> None:
    if target == END:
        return
    if target not in places:
        raise InputError(
            f"{where}: expected the id of a later step or {END}, got {target!r:.100}, which no step has"
        )
    if places[target] <= index:
        raise InputError(f"{where}: expected a later step, got {target!r:.100}, which is not behind this one")
