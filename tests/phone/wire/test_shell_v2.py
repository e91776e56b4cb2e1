"""Frames of the shell protocol."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.phone.wire.shell_v2 import Frame, FrameDecoder, FrameId, encode_frame

_FRAMES = st.lists(st.tuples(st.sampled_from(FrameId), st.binary(max_size=60)), max_size=8)


@given(_FRAMES, st.integers(1, 20))
@settings(max_examples=80, deadline=None)
def test_frames_survive_being_cut_anywhere(frames: list[tuple[FrameId, bytes]], size: int) -> None:
    wire = b"".join(encode_frame(frame_id, data) for frame_id, data in frames)
    decoder = FrameDecoder()
    found: list[Frame] = []
    for start in range(0, len(wire), size):
        found += decoder.feed(wire[start : start + size])
    assert found == [Frame(int(frame_id), data) for frame_id, data in frames]


def test_the_bytes_of_a_frame() -> None:
    assert encode_frame(FrameId.EXIT, b"\x07") == b"\x03\x01\x00\x00\x00\x07"


def test_a_frame_larger_than_a_packet_is_refused() -> None:
    with pytest.raises(InputError, match="at most 1048576"):
        list(FrameDecoder().feed(b"\x00\xff\xff\xff\xff"))


def test_unknown_ids_are_passed_on_as_numbers() -> None:
    assert list(FrameDecoder().feed(b"\x63\x00\x00\x00\x00")) == [Frame(99, b"")]


@given(st.binary(max_size=64))
@settings(max_examples=60, deadline=None)
def test_arbitrary_bytes_give_frames_or_one_kind_of_error(data: bytes) -> None:
    try:
        frames = list(FrameDecoder().feed(data))
    except InputError:
        return
    assert sum(5 + len(frame.data) for frame in frames) <= len(data)
