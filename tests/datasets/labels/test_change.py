from __future__ import annotations

from typing import Any

import pytest
from small_recordings import small_look, small_step

from gui_rec.datasets.labels.change import Change, change_of
from gui_rec.model.actions import Key
from gui_rec.model.observation import Observation, StateKey

_ZERO = "phash8/area1:0000000000000000"
_NEAR = "phash8/area1:0000000000000003"
_FAR = "phash8/area1:ffffffffffffffff"
_KEY = StateKey("1", "2", "3")
_OTHER = StateKey("1", "2", "4")


def _change(pre: dict[str, Any], post: dict[str, Any]) -> Change:
    return change_of(small_step(0, Key("BACK"), pre=Observation(**pre), post=Observation(**post)))


@pytest.mark.parametrize(
    ("pre", "post", "changed"),
    [
        ({"package": "a"}, {"package": "b"}, True),
        ({"package": "a", "activity": "x"}, {"package": "a", "activity": "y"}, True),
        ({"package": "a"}, {"package": None}, None),
        ({"state_key": _KEY}, {"state_key": _OTHER}, True),
        ({"state_key": _KEY}, {"state_key": _KEY}, False),
        ({"state_key": _KEY, "fingerprint": _ZERO}, {"state_key": _KEY, "fingerprint": _ZERO}, False),
        ({"state_key": _KEY, "fingerprint": _ZERO}, {"state_key": _KEY, "fingerprint": _NEAR}, None),
        ({"state_key": _KEY, "fingerprint": _ZERO}, {"state_key": _KEY, "fingerprint": _FAR}, True),
        ({"state_key": _KEY, "fingerprint": _ZERO}, {"fingerprint": _ZERO}, False),
        ({"fingerprint": _ZERO}, {"fingerprint": _FAR}, True),
        ({"fingerprint": _ZERO}, {"fingerprint": _NEAR}, None),
        ({"fingerprint": _ZERO}, {"fingerprint": "phash9/area1:0000000000000000"}, None),
        ({}, {}, None),
    ],
)
def test_what_can_be_compared_decides(
    pre: dict[str, Any], post: dict[str, Any], changed: bool | None
) -> None:
    change = _change(pre, post)
    assert change.changed is changed
    assert (change.confidence == 0.0) == (changed is None)


def test_the_more_is_compared_the_surer_it_is() -> None:
    tree_only = _change({"state_key": _KEY}, {"state_key": _KEY})
    both = _change({"state_key": _KEY, "fingerprint": _ZERO}, {"state_key": _KEY, "fingerprint": _ZERO})
    picture_only = _change({"fingerprint": _ZERO}, {"fingerprint": _ZERO})
    assert picture_only.confidence < tree_only.confidence < both.confidence


def test_equal_looks_are_no_change() -> None:
    assert change_of(small_step(0, Key("BACK"), post=small_look(0))).changed is False
