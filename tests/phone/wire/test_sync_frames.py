"""Requests and replies of the file service."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.phone.files import FileStat
from gui_rec.phone.wire import sync_frames
from gui_rec.phone.wire.sync_frames import Request, SendTarget

_FILE = FileStat(0o100644, 5, 1_700_000_000, 42)
_FOLDER = FileStat(0o040755, 4096, 1_700_000_000, 43)


@given(st.binary(min_size=4, max_size=4), st.integers(0, 0xFFFFFFFF))
@settings(max_examples=50, deadline=None)
def test_a_request_is_four_letters_and_a_length(letters: bytes, length: int) -> None:
    assert sync_frames.decode_request(letters + struct.pack("<I", length)) == Request(letters, length)


def test_a_short_request_is_refused() -> None:
    with pytest.raises(InputError, match="expected 8 bytes"):
        sync_frames.decode_request(b"STAT")


def test_stat_v1_is_sixteen_bytes_and_zero_when_missing() -> None:
    assert sync_frames.stat_v1(_FILE) == b"STAT" + struct.pack("<3I", 0o100644, 5, 1_700_000_000)
    assert sync_frames.stat_v1(None) == b"STAT" + bytes(12)


def test_stat_v2_is_seventy_two_bytes_and_carries_the_error() -> None:
    answer = sync_frames.stat_v2(b"LST2", _FILE, 0)
    assert len(answer) == 72
    fields = struct.unpack("<4sIQQIIIIQqqq", answer)
    assert fields[:5] == (b"LST2", 0, 1, 42, 0o100644)
    assert fields[8:] == (5, 1_700_000_000, 1_700_000_000, 1_700_000_000)
    assert sync_frames.stat_v2(b"STA2", None, 2) == b"STA2\x02\0\0\0" + bytes(64)


def test_entries_carry_the_name() -> None:
    assert sync_frames.entry_v1(b"n", _FOLDER)[-5:] == b"\x01\0\0\0n"
    second = sync_frames.entry_v2(b"name", _FOLDER)
    assert (len(second), second[:4], second[-4:]) == (80, b"DNT2", b"name")


@pytest.mark.parametrize(("is_v2", "size"), [(False, 20), (True, 76)])
def test_the_end_of_a_list_is_as_long_as_an_entry(is_v2: bool, size: int) -> None:
    assert sync_frames.list_end(is_v2) == b"DONE" + bytes(size - 4)


@given(st.text("abc/,é", min_size=1, max_size=20), st.integers(0, 0o177777))
@settings(max_examples=60, deadline=None)
def test_the_mode_stands_behind_the_last_comma(path: str, mode: int) -> None:
    assert sync_frames.decode_send_v1(f"{path},{mode}".encode()) == SendTarget(path, mode)


@pytest.mark.parametrize("spec", [b"/a", b"/a,", b"/a,x", b"/a,-1", b"", b"/a,99999999999"])
def test_a_send_without_a_mode_is_refused(spec: bytes) -> None:
    with pytest.raises(InputError, match="path,mode"):
        sync_frames.decode_send_v1(spec)


def test_the_second_part_of_a_send_v2() -> None:
    part = struct.pack("<4sII", b"SND2", 0o100644, 0x80000000)
    assert sync_frames.decode_send_v2(b"/a", part) == SendTarget("/a", 0o100644, dry_run=True)


@pytest.mark.parametrize("flags", [1, 2, 4])
def test_compression_was_not_offered_and_is_refused(flags: int) -> None:
    with pytest.raises(InputError, match="compression"):
        sync_frames.decode_send_v2(b"/a", struct.pack("<4sII", b"SND2", 0, flags))
    with pytest.raises(InputError, match="compression"):
        sync_frames.check_recv_v2(struct.pack("<4sI", b"RCV2", flags))


def test_small_frames() -> None:
    assert sync_frames.data_head(2) == b"DATA\x02\0\0\0"
    assert sync_frames.done() == b"DONE\0\0\0\0"
    assert sync_frames.okay() == b"OKAY\0\0\0\0"
    assert sync_frames.fail("é") == b"FAIL\x02\0\0\0\xc3\xa9"
    assert sync_frames.path_text(b"\xff").encode("utf-8", "surrogateescape") == b"\xff"
