from __future__ import annotations

import copy
import pickle
from dataclasses import asdict, replace

import msgspec
import pytest

from gui_rec.capture.privacy.live import Live, MaskedObservation, forget_live, live_key, live_of, live_picture
from gui_rec.model.observation import Observation, StateKey
from gui_rec.store.observation_columns import observation_to_row

LIVE = Observation(
    screenshot=b"picture with hunter2", ui_xml="<hunter2/>", state_key=StateKey("a", "b", "c"), package="a.b"
)
MASKED = MaskedObservation(screenshot=b"clean", ui_xml="<x/>", package="a.b", masked=1, live=Live(LIVE))


def test_the_live_screen_goes_along_in_memory() -> None:
    assert live_of(MASKED) is LIVE
    assert live_of(replace(MASKED, flags=())) is LIVE
    assert live_of(LIVE) is LIVE
    assert live_picture(MASKED) == b"picture with hunter2"
    assert live_key(MASKED) == LIVE.state_key


def test_it_leaves_in_no_way() -> None:
    assert "hunter2" not in repr(MASKED)
    assert b"hunter2" not in str(observation_to_row("pre", MASKED)).encode()
    for leave in (pickle.dumps, copy.deepcopy, asdict):
        with pytest.raises(TypeError, match="memory only"):
            leave(MASKED)
    with pytest.raises(TypeError):
        msgspec.json.encode(MASKED)


def test_a_forgotten_one_is_a_plain_observation() -> None:
    plain = forget_live(MASKED)
    assert type(plain) is Observation
    assert plain == Observation(screenshot=b"clean", ui_xml="<x/>", package="a.b", masked=1)
    assert live_of(plain) is plain
    assert forget_live(LIVE) is LIVE
