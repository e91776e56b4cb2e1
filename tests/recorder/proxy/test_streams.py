"""The frames of shell v2 heard and spoken, and the server's OKAY in front of a stream."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.recorder.proxy.streams import (
    EXIT,
    STDERR,
    STDOUT,
    AnswerFilter,
    Frames,
    OutputEar,
    PartFilter,
    frame,
)

KINDS = st.sampled_from([STDOUT, STDERR])
FRAMES = st.lists(st.tuples(KINDS, st.binary(max_size=50)), max_size=8)


def cut(data: bytes, sizes: list[int]) -> list[bytes]:
    """`data` in pieces of these sizes, then the rest."""
    pieces = []
    for size in sizes:
        pieces.append(data[:size])
        data = data[size:]
    return [*pieces, data]


@given(FRAMES, st.lists(st.integers(1, 20), max_size=10), st.integers(0, 255))
def test_frames_are_heard_however_they_are_cut(
    sent: list[tuple[int, bytes]], sizes: list[int], status: int
) -> None:
    data = b"".join(frame(kind, body) for kind, body in sent) + frame(EXIT, bytes([status]))
    everything, stdout = bytearray(), bytearray()
    ear = OutputEar(True, everything.extend, stdout.extend)
    assert b"".join(ear.hear(piece) for piece in cut(data, sizes)) == data
    assert ear.exit_status == status
    assert bytes(everything) == b"".join(body for _, body in sent)
    assert bytes(stdout) == b"".join(body for kind, body in sent if kind == STDOUT)


@given(st.binary(max_size=300))
def test_any_bytes_pass_unchanged(data: bytes) -> None:
    ear = OutputEar(True, lambda _part: None)
    assert ear.hear(data) == data


def test_a_stream_without_frames_is_all_output() -> None:
    heard = bytearray()
    ear = OutputEar(False, heard.extend)
    assert ear.hear(b"hello") == b"hello"
    assert (bytes(heard), ear.exit_status) == (b"hello", None)


def test_what_is_no_frame_makes_it_deaf() -> None:
    frames = Frames()
    assert frames.feed(b"\x01\xff\xff\xff\xff") == []
    assert frames.is_deaf
    assert frames.feed(frame(STDOUT, b"x")) == []


@pytest.mark.parametrize(
    ("framed", "passed"), [(True, frame(1, b"out") + frame(2, b"err")), (False, b"outerr")]
)
def test_a_parts_status_is_kept_from_the_client(framed: bool, passed: bytes) -> None:
    told = bytearray()
    part = PartFilter(framed, OutputEar(True, told.extend))
    data = frame(STDOUT, b"out") + frame(STDERR, b"err") + frame(EXIT, b"\x07")
    assert part.hear(data[:9]) + part.hear(data[9:]) == passed
    assert (part.ear.exit_status, bytes(told)) == (7, b"outerr")


def test_an_okay_is_passed_once_and_what_follows_is_heard() -> None:
    heard: list[bytes] = []

    def hear(data: bytes) -> bytes:
        heard.append(data)
        return data.upper()

    answer = AnswerFilter(hear)
    assert [answer.hear(b"OK"), answer.hear(b"AYab"), answer.hear(b"cd")] == [b"", b"OKAYAB", b"CD"]
    assert answer.is_okay is True
    assert heard == [b"ab", b"cd"]
    assert AnswerFilter(hear, keeps_okay=True).hear(b"OKAYab") == b"AB"


def test_a_refusal_is_passed_as_it_is() -> None:
    answer = AnswerFilter(lambda _data: b"never")
    assert answer.hear(b"FAIL0006") + answer.hear(b"closed") == b"FAIL0006closed"
    assert answer.is_okay is False
