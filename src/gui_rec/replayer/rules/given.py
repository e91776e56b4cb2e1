"""The rules that a step is judged by, with all that they ask for besides the screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gui_rec.replayer.rules.model import RuleFile
from gui_rec.replayer.rules.read import rule_file_from
from gui_rec.replayer.rules.write import rule_file_to


@dataclass(frozen=True, slots=True)
class Given:
    """`rules` are those of one step, each file narrowed to one rule (see `book`). `inputs` are the texts that the
    run was given under a name; a withheld one has no place here. `contexts` are known to hold although no
    screen shows it. `recovered` are the recoveries that were done, a line each.
    `before` are the rules of the recorded step before: the screen that it leads to is the one that this step starts on.
    """

    rules: tuple[RuleFile, ...] = ()
    inputs: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    contexts: tuple[str, ...] = ()
    recovered: tuple[str, ...] = ()
    before: tuple[RuleFile, ...] = ()

    def as_record(self) -> dict[str, object]:
        """For the evidence; `from_record` is the way back."""
        return {
            "rules": [rule_file_to(file) for file in self.rules],
            "inputs": [list(pair) for pair in self.inputs],
            "contexts": list(self.contexts),
            "recovered": list(self.recovered),
            "before": [rule_file_to(file) for file in self.before],
        }

    @classmethod
    def from_record(cls, record: Mapping[str, object]) -> Given:
        """What `as_record` wrote. Raises KeyError, TypeError, ValueError or InputError for anything else."""
        inputs = tuple((str(name), str(text)) for name, text in map(_pair, _items(record["inputs"])))
        return cls(
            tuple(rule_file_from(file) for file in _items(record["rules"])),
            inputs,
            tuple(map(str, _items(record["contexts"]))),
            tuple(map(str, _items(record.get("recovered", [])))),
            tuple(rule_file_from(file) for file in _items(record.get("before", []))),
        )


def _items(value: object) -> Sequence[object]:
    if not isinstance(value, list):
        raise TypeError(f"expected a list, got {value!r}")
    return value


def _pair(value: object) -> tuple[object, object]:
    name, text = _items(value)
    return name, text
