"""What the page says."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.web.messages import Key, Message, Navigate, Text, Touch, read_message

_share = st.floats(-8, 8)
_samples = st.lists(st.tuples(_share, _share, st.floats(0, 1e12)), min_size=1, max_size=5)
_messages: st.SearchStrategy[Message] = st.one_of(
    st.builds(Touch, st.integers(-5, 2**31), st.sampled_from(["down", "move", "up"]), _samples),
    st.builds(Navigate, st.sampled_from(["back", "home", "recents"])),
    st.builds(Key, st.text(max_size=32)),
    st.builds(Text, st.text(min_size=1, max_size=64)),
)


@settings(max_examples=60, deadline=None)
@given(_messages)
def test_what_is_said_is_understood(message: Message) -> None:
    assert read_message(msgspec.json.encode(message)) == message


def test_the_wire_form() -> None:
    line = '{"type":"touch","id":1,"phase":"down","samples":[[0.5,0.25,12.5]]}'
    assert read_message(line) == Touch(1, "down", [(0.5, 0.25, 12.5)])
    assert read_message('{"type":"navigate","button":"home"}') == Navigate("home")


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "shell", "text": "ls"},
        {"type": "touch", "id": 1, "phase": "hover", "samples": [[0, 0, 0]]},
        {"type": "touch", "id": 1, "phase": "down", "samples": []},
        {"type": "touch", "id": 1, "phase": "down", "samples": [[0, 99, 0]]},
        {"type": "touch", "id": 1, "phase": "down", "samples": [[0, 0, -1]]},
        {"type": "touch", "id": 1, "phase": "move", "samples": [[0, 0, 0]] * 513},
        {"type": "navigate", "button": "up"},
        {"type": "text", "text": ""},
        {"type": "text", "text": "x" * 65},
        {"type": "key", "name": "A", "more": 1},
    ],
)
def test_what_is_none_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected a message of the page"):
        read_message(json.dumps(fields))


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=40))
def test_no_bytes_are_more_than_a_value_error(data: bytes) -> None:
    with pytest.raises(ValueError, match="expected a message"):
        read_message(data)
