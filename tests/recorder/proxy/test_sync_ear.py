"""Files heard in a sync stream, in every form and cut at any byte; what is strange makes the ear deaf, never wrong."""

from __future__ import annotations

import struct
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.recorder.proxy.sync_ear import File, SyncEar


def packet(name: bytes, body: bytes = b"") -> bytes:
    return name + struct.pack("<I", len(body)) + body


def chunks(content: bytes, size: int = 7) -> bytes:
    return b"".join(packet(b"DATA", content[at : at + size]) for at in range(0, len(content), size))


def send(path: str, content: bytes) -> bytes:
    return (
        packet(b"SEND", f"{path},33188".encode())
        + chunks(content)
        + b"DONE"
        + struct.pack("<I", 1_700_000_000)
    )


def send_2(path: str, content: bytes, flags: int = 0) -> bytes:
    head = packet(b"SND2", path.encode()) + b"SND2" + struct.pack("<II", 33188, flags)
    return head + chunks(content) + b"DONE" + struct.pack("<I", 1)


def receive(path: str) -> bytes:
    return packet(b"RECV", path.encode())


def receive_2(path: str, flags: int = 0) -> bytes:
    return packet(b"RCV2", path.encode()) + b"RCV2" + struct.pack("<I", flags)


def content(data: bytes) -> bytes:
    return chunks(data) + packet(b"DONE")


def hear(up: bytes, down: bytes, cuts: list[int] | None = None) -> SyncEar:
    ear = SyncEar()
    for data, listen in ((up, ear.hear_up), (down, ear.hear_down)):
        edges = sorted({0, len(data), *(at % (len(data) + 1) for at in cuts or [])})
        for start, end in pairwise(edges):
            listen(data[start:end])
    return ear


@given(st.binary(max_size=100), st.lists(st.integers(0, 1000), max_size=12))
def test_pushes_and_pulls_are_heard_however_they_are_cut(data: bytes, cuts: list[int]) -> None:
    up = send("/a,b", data) + receive("/c") + send_2("/d", data) + receive_2("/e") + packet(b"QUIT")
    down = packet(b"OKAY") + content(data) + packet(b"OKAY") + content(data)
    ear = hear(up, down, cuts)
    assert ear.pushed == [File("/a,b", data), File("/d", data)]
    assert ear.pulled == [File("/c", data), File("/e", data)]


def test_questions_between_files_are_passed_over() -> None:
    up = (
        packet(b"STAT", b"/x")
        + packet(b"LST2", b"/x")
        + packet(b"LIST", b"/")
        + packet(b"LIS2", b"/")
        + receive("/x")
    )
    entry = b"DENT" + bytes(12) + struct.pack("<I", 3) + b"abc"
    entry_2 = b"DNT2" + bytes(68) + struct.pack("<I", 3) + b"abc"
    down = b"STAT" + bytes(12) + b"LST2" + bytes(68)
    down += entry + entry + b"DONE" + bytes(16) + entry_2 + b"DONE" + bytes(72) + content(b"found")
    assert hear(up, down).pulled == [File("/x", b"found")]


def test_what_failed_is_no_file() -> None:
    ear = hear(
        send("/a", b"1") + receive("/b") + receive("/c"),
        packet(b"FAIL", b"no room") + packet(b"FAIL", b"none") + content(b"3"),
    )
    assert (ear.pushed, ear.pulled) == ([], [File("/c", b"3")])


def test_packed_contents_are_not_guessed() -> None:
    ear = hear(
        send_2("/a", b"zipped", flags=2) + receive_2("/b", flags=1), packet(b"OKAY") + content(b"zipped")
    )
    assert (ear.pushed, ear.pulled) == ([File("/a", None)], [File("/b", None)])


def test_a_large_file_has_no_content(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui_rec.recorder.proxy.sync_ear.MOST_FILE_BYTES", 10)
    ear = hear(receive("/b"), content(b"01234567890"))
    assert ear.pulled == [File("/b", None)]


@pytest.mark.parametrize(
    ("up", "down"),
    [
        (packet(b"WHAT", b"/x"), b""),
        (b"RECV\xff\xff\xff\xff", b""),
        (receive("/a"), packet(b"OKAY")),
        (send("/a", b"1"), packet(b"DATA", b"1")),
        (b"", content(b"nobody asked")),
        (packet(b"SEND", b"/a,1") + packet(b"WHAT", b"x"), b""),
        (receive("/a"), b"DATA\xff\xff\xff\x7f"),
    ],
)
def test_what_it_does_not_know_makes_it_deaf(up: bytes, down: bytes) -> None:
    ear = hear(up, down)
    assert ear.is_deaf
    ear.hear_up(receive("/b"))
    ear.hear_down(content(b"x"))
    assert ear.pulled == []


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_no_bytes_break_it(up: bytes, down: bytes) -> None:
    ear = SyncEar()
    ear.hear_up(up)
    ear.hear_down(down)
    ear.hear_up(down)
    assert isinstance(ear.is_deaf, bool)


def test_each_file_bears_the_mark_of_the_moment_it_was_asked_for() -> None:
    asked: list[str] = []
    sent: list[str] = []

    def mark(path: str) -> int:
        asked.append(path)
        return len(asked)

    ear = SyncEar(on_asked=mark, on_sent=sent.append)
    ear.hear_up(receive("/a"))
    assert asked == ["/a"]
    ear.hear_up(receive_2("/b") + send("/c", b"1"))
    ear.hear_down(content(b"x") + content(b"y") + packet(b"OKAY"))
    assert [(file.path, file.mark) for file in ear.pulled] == [("/a", 1), ("/b", 2)]
    assert sent == ["/c"]
