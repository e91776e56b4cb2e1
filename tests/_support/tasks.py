"""Tasks of the step protocol for tests: a short way to write one, and any that there may be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, get_type_hints

from hypothesis import strategies as st

from gui_rec.dsl.task_protocol.fields import ACTIONS, CONDITION_KEYS, FIELDS, REF_KEYS, ActionFields, Kind
from gui_rec.dsl.task_protocol.model import Attribute, StepAction, Task
from gui_rec.dsl.task_protocol.parse import task_from
from gui_rec.model.action_fields import selector_keys
from gui_rec.model.actions import Direction
from gui_rec.model.selector import Relation, Selector
from gui_rec.testing.builders import PACKAGE

Record = dict[str, Any]
AGENT = "fake-1"


def step(action: str, id_: str = "", **fields: object) -> Record:
    """A step in the fake app: `text` and `rid` are short for its selector; `package=None` leaves that out."""
    record: Record = {
        "id": id_ or action.lower(),
        "action": action,
        "packageName": fields.pop("package", PACKAGE),
    }
    selector = {
        key: fields.pop(short) for short, key in (("text", "text"), ("rid", "resourceId")) if short in fields
    }
    if selector:
        record["selector"] = selector
    return {key: value for key, value in {**record, **fields}.items() if value is not None}


def document(*steps: Record, version: int = 1, **fields: object) -> Record:
    """A whole document for the device of tests."""
    frame = {"schemaVersion": version, "taskId": "task-1", "assignedAgentName": AGENT}
    return {**frame, **fields, "steps": list(steps)}


def task(*steps: Record, version: int = 1, **fields: object) -> Task:
    """The same, read."""
    return task_from(document(*steps, version=version, **fields))


@dataclass
class _Maker:
    """Writes any valid document, by chance. Hypothesis draws the seed alone: field by field it takes a second each."""

    rng: Random
    version: int

    def document(self) -> Record:
        actions = list(ACTIONS[self.version].items())
        steps = [self.step(index, *self.rng.choice(actions)) for index in range(self.rng.randint(1, 5))]
        frame = {
            "schemaVersion": self.version,
            "taskId": self.name(),
            "assignedAgentName": self.name(),
            "steps": steps,
        }
        if self.version > 1:
            frame["inputs"] = {"user": {"default": self.text()}, "pin": {"secret": True}}
        return frame | ({"revision": self.rng.randint(1, 99)} if self.maybe() else {})

    def step(self, index: int, action: StepAction, spec: ActionFields) -> Record:
        one = (self.rng.choice(spec.one_of),) if spec.one_of else ()
        some = [key for key in spec.allowed if self.maybe()]
        if "onFailure" in some and "optional" in some:
            some.remove(self.rng.choice(["onFailure", "optional"]))
        keys = (*spec.needed, *one, *some)
        return {
            "id": f"s{index}",
            "action": action.value,
            **{key: self.field(FIELDS[key].kind) for key in keys},
        }

    def field(self, kind: Kind) -> Any:
        made: dict[Kind, Callable[[], Any]] = {
            Kind.NAME: self.name,
            Kind.VALUE: self.value,
            Kind.SELECTOR: self.selector,
            Kind.CONDITION: self.condition,
            Kind.TIMEOUT: lambda: self.rng.randint(100, 30_000),
            Kind.FLAG: self.maybe,
            Kind.ON_FAILURE: lambda: self.rng.choice(["STOP", "CONTINUE", {"goto": "END"}]),
            Kind.GOTO: lambda: "END",
            Kind.DIRECTION: lambda: self.rng.choice([item.name for item in Direction]),
            Kind.SCROLLS: lambda: self.rng.randint(1, 50),
            Kind.ATTRIBUTE: lambda: self.rng.choice([item.value for item in Attribute]),
        }
        return made[kind]()

    def maybe(self) -> bool:
        return self.rng.random() < 0.4

    def text(self) -> str:
        letters = 'aB0 .é日\n\u202e{}"\\\U0001f600'
        return "".join(self.rng.choice(letters) for _ in range(self.rng.randint(0, 6)))

    def name(self) -> str:
        return "n" + self.text()

    def value(self) -> Any:
        is_ref = self.version > 1 and self.maybe()
        return {"ref": self.rng.choice(["inputs.user", "inputs.pin"])} if is_ref else self.text()

    def selector(self, depth: int = 1) -> Record:
        record: Record = {}
        for key, name in selector_keys().items():
            if not self.maybe() or key == "near":
                continue
            kind = get_type_hints(Selector)[name]
            if key == "textMatches":
                record[key] = "[0-9]+"
            elif kind == bool | None:
                record[key] = self.maybe()
            elif kind == int | None:
                record[key] = self.rng.randint(0, 9)
            else:
                record[key] = self.value() if key in REF_KEYS else self.text()
        if depth and self.maybe():
            record["near"] = {self.rng.choice(list(Relation)).value: self.selector(depth - 1)}
        return record if set(record) - {"index"} else {**record, "text": self.text()}

    def condition(self, depth: int = 2) -> Record:
        key = self.rng.choice(CONDITION_KEYS if depth else CONDITION_KEYS[:5])
        if key in ("present", "absent"):
            return {key: self.selector()}
        if key == "equals":
            return {key: [self.value(), self.value()]}
        if key == "not":
            return {key: self.condition(depth - 1)}
        if key in ("all", "any"):
            return {key: [self.condition(depth - 1) for _ in range(self.rng.randint(1, 2))]}
        return {key: self.name()}


def task_records(version: int) -> st.SearchStrategy[Record]:
    """Whole valid documents as they are written."""
    return st.integers(0, 2**32).map(lambda seed: _Maker(Random(seed), version).document())
