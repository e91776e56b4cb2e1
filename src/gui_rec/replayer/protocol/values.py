"""What references name while a task runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gui_rec.dsl.task_protocol.model import Scope, Task, TaskSelector, Value
from gui_rec.errors import UsageError
from gui_rec.model.action_fields import selector_from_fields, selector_to_fields
from gui_rec.model.selector import Selector
from gui_rec.model.verdict import Code
from gui_rec.replayer.protocol.result import StepFailedError


@dataclass(slots=True)
class Values:
    """The task's inputs, and the outputs so far."""

    inputs: Mapping[str, str]
    outputs: dict[str, str] = field(default_factory=dict)

    def text(self, value: Value) -> str:
        """The text of a value. Raises StepFailedError for an output that no step has read."""
        if isinstance(value, str):
            return value
        found = (self.inputs if value.scope is Scope.INPUTS else self.outputs).get(value.name)
        if found is None:
            raise StepFailedError(
                Code.ACTION_FAILED, f"{value} was not read by any step before; nothing was sent"
            )
        return found

    def selector(self, selector: TaskSelector) -> Selector:
        """The selector with its references filled."""
        if not selector.refs:
            return selector.selector
        record = selector_to_fields(selector.selector)
        for path, ref in selector.refs:
            _put(record, path, self.text(ref))
        return selector_from_fields(record)


def _put(record: Any, path: tuple[str, ...], text: str) -> None:  # noqa: ANN401 - objects within objects
    for key in path[:-1]:
        record = record[key]
    record[path[-1]] = text


def given_inputs(task: Task, given: Mapping[str, str]) -> dict[str, str]:
    """Every input's text. Raises UsageError for one that is not declared, and for one that is missing."""
    declared = {item.name: item for item in task.inputs}
    for name in given:
        if name not in declared:
            known = ", ".join(declared) or "none"
            raise UsageError(f"run: --input {name}: task {task.task_id!r} has no such input; it has: {known}")
    found = {item.name: item.default for item in task.inputs if item.default is not None} | dict(given)
    missing = [name for name in declared if name not in found]
    if missing:
        raise UsageError(
            f"run: task {task.task_id!r} needs the input {missing[0]!r}; nothing was sent; give it: "
            f"--input {missing[0]}=..."
        )
    return found
