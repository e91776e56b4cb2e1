"""Answers are taken out of a shell's output, nothing else is."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.recorder.proxy.marks import Marks
from gui_rec.recorder.proxy.streams import EXIT, STDERR, STDOUT, Frames, frame


def cut(data: bytes, places: list[int]) -> list[bytes]:
    ends = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[start:end] for start, end in itertools.pairwise(ends)]


@given(
    st.binary(max_size=30),
    st.binary(max_size=30),
    st.integers(0, 255),
    st.lists(st.integers(0, 200), max_size=8),
    st.lists(st.integers(0, 400), max_size=8),
)
def test_an_answer_is_found_however_it_is_cut(
    before: bytes, behind: bytes, status: int, frames_at: list[int], chunks_at: list[int]
) -> None:
    marks, told = Marks(token=b"gui-rec-token"), bytearray()
    marks.ask(told.extend)
    printed = before + b"gui-rec-token:%d\n" % status + behind
    stream = b"".join(frame(STDERR, piece) for piece in cut(printed, frames_at)) + frame(EXIT, b"\0")
    passed = b"".join(marks.hear(chunk) for chunk in cut(stream, chunks_at))
    bodies = Frames().feed(passed)
    assert b"".join(body for kind, body in bodies if kind == STDERR) == before + behind
    assert bodies[-1] == (EXIT, b"\0")
    assert marks.status == status
    assert bytes(told).startswith(before)


@given(st.binary(max_size=60), st.lists(st.integers(0, 100), max_size=6))
def test_what_is_no_answer_is_passed_on(data: bytes, chunks_at: list[int]) -> None:
    marks = Marks(token=b"gui-rec-token")
    marks.ask(lambda _data: None)
    stream = frame(STDOUT, b"gui-rec-token:0\n") + frame(STDERR, data + b"gui-rec-tok") + frame(EXIT, b"\0")
    bodies = Frames().feed(b"".join(marks.hear(chunk) for chunk in cut(stream, chunks_at)))
    assert b"".join(body for kind, body in bodies if kind == STDERR) == data + b"gui-rec-tok"
    assert bodies[0] == (STDOUT, b"gui-rec-token:0\n")
    assert marks.status is None
    assert marks.is_answered()  # the shell has ended, and nothing comes any more


def test_without_a_question_nothing_is_touched() -> None:
    marks = Marks()
    stream = frame(STDERR, marks.token + b":0\n") + frame(STDOUT, b"") + frame(7, b"x")
    assert marks.hear(stream) == stream
    assert not marks.is_answered()


def test_the_question_names_the_token_and_two_have_not_the_same() -> None:
    assert Marks().token != Marks().token
    marks = Marks(token=b"t")
    assert marks.question == b"echo t:$? >&2\n"


def test_what_is_no_frame_ends_it() -> None:
    with pytest.raises(ConnectionError, match="no frame"):
        Marks().hear(b"\x01\xff\xff\xff\xff")
