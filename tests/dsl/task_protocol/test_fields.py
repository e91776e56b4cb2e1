"""The table of fields decides what an action needs and has."""

from __future__ import annotations

import pytest
from tasks import document

from gui_rec.dsl.task_protocol.fields import ACTIONS, FIELDS
from gui_rec.dsl.task_protocol.model import VERSIONS, StepAction
from gui_rec.dsl.task_protocol.parse import task_from
from gui_rec.errors import InputError


@pytest.mark.parametrize("version", VERSIONS)
def test_each_action_needs_what_the_table_says_and_nothing_that_it_does_not(version: int) -> None:
    whole = {
        "packageName": "p", "selector": {"text": "t"}, "value": "v", "outputField": "o", "if": {"packageName": "p"},
        "then": "END",
    }  # fmt: skip
    for action, spec in ACTIONS[version].items():
        chosen = (*spec.needed, *spec.one_of[:1])
        record = {"id": "a", "action": action.value, **{key: whole[key] for key in chosen}}
        task_from(document(record, version=version))
        for key in chosen:
            with pytest.raises(InputError, match=r"^steps\[0\]"):
                task_from(document({k: v for k, v in record.items() if k != key}, version=version))
        for key in FIELDS.keys() - set(spec.keys):
            with pytest.raises(InputError, match=rf"^steps\[0\]\.{key}: "):
                task_from(document({**record, key: "x"}, version=version))


def test_version_2_has_all_of_version_1() -> None:
    for action, spec in ACTIONS[1].items():
        later = ACTIONS[2][action]
        assert set(spec.keys) <= set(later.keys)
        assert set(later.needed) <= set(spec.needed)
    assert set(ACTIONS[2]) == set(StepAction)
