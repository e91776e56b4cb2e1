"""The file service, request by request."""

from __future__ import annotations

import asyncio
import struct

import pytest
from adb_host import Sent
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.files import FileStore
from gui_rec.phone.wire.faults import WireFaults
from gui_rec.phone.wire.sync import SyncService

_QUIT = b"QUIT\0\0\0\0"


def _request(letters: bytes, path: bytes) -> bytes:
    return letters + struct.pack("<I", len(path)) + path


def _data(*parts: bytes, mtime_s: int = 1000) -> bytes:
    return b"".join(_request(b"DATA", part) for part in parts) + b"DONE" + struct.pack("<I", mtime_s)


def _serve(wire: bytes, files: FileStore | None = None, *, packet: int = 1 << 20) -> bytes:
    """What the service answers to `wire`, cut into packets, followed by the client's close."""

    async def main() -> bytes:
        sent = Sent()
        service = asyncio.ensure_future(SyncService(sent.stream, files or FileStore()).run())
        for start in range(0, len(wire), packet):
            sent.stream.on_write(wire[start : start + packet])
            for _ in range(6):
                await asyncio.sleep(0)
        if not wire.endswith(_QUIT):
            sent.stream.on_close()
        await service
        await sent.stream.flush()
        return sent.written

    return asyncio.run(main())


@pytest.mark.parametrize("packet", [7, 1 << 20])
def test_a_file_is_sent_and_received_again(packet: int) -> None:
    files = FileStore()
    send = _request(b"SEND", b"/sdcard/a b,c.txt,33206") + _data(b"hello ", b"world")
    receive = _request(b"RECV", b"/storage/emulated/0/a b,c.txt")
    assert _serve(send + receive + _QUIT, files, packet=packet) == (
        b"OKAY\0\0\0\0" + b"DATA\x0b\0\0\0hello world" + b"DONE\0\0\0\0"
    )
    assert files.stat("/sdcard/a b,c.txt").mtime_s == 1000
    assert files.stat("/sdcard/a b,c.txt").mode == 0o100666


def test_folders_above_a_sent_file_are_made() -> None:
    files = FileStore()
    _serve(_request(b"SEND", b"/data/local/tmp/x/y/z,33188") + _data(b"1") + _QUIT, files)
    assert files.read("/data/local/tmp/x/y/z") == b"1"


def test_version_two_of_send_and_receive() -> None:
    files = FileStore()
    send = _request(b"SND2", b"/sdcard/f") + struct.pack("<4sII", b"SND2", 0o100600, 0) + _data(b"abc")
    receive = _request(b"RCV2", b"/sdcard/f") + struct.pack("<4sI", b"RCV2", 0)
    assert _serve(send + receive + _QUIT, files) == b"OKAY\0\0\0\0DATA\x03\0\0\0abcDONE\0\0\0\0"


def test_a_dry_run_writes_nothing() -> None:
    files = FileStore()
    second = struct.pack("<4sII", b"SND2", 0o100600, 0x80000000)
    assert _serve(_request(b"SND2", b"/sdcard/f") + second + _data(b"abc") + _QUIT, files) == b"OKAY\0\0\0\0"
    assert not files.exists("/sdcard/f")


@pytest.mark.parametrize(
    ("spec", "reason"),
    [(b"/data/local/tmp,33188", "Is a directory"), (b"/sdcard/l,41471", "only regular files")],
    ids=["a folder", "a link"],
)
def test_a_failed_send_is_told_after_all_its_data(spec: bytes, reason: str) -> None:
    answer = _serve(_request(b"SEND", spec) + _data(b"x" * 1000) + _request(b"STAT", b"/none") + _QUIT)
    assert answer.startswith(b"FAIL")
    assert reason.encode() in answer
    assert answer.endswith(b"STAT" + bytes(12))


def test_a_missing_file_cannot_be_received_and_the_stream_goes_on() -> None:
    answer = _serve(_request(b"RECV", b"/none") + _request(b"STAT", b"/none") + _QUIT)
    text = b"open failed: No such file or directory"
    assert answer == b"FAIL" + struct.pack("<I", len(text)) + text + b"STAT" + bytes(12)


def test_stat_in_both_versions() -> None:
    files = FileStore()
    files.write("/sdcard/f", b"12345", mtime_s=7)
    answer = _serve(_request(b"STAT", b"/sdcard/f") + _request(b"LST2", b"/sdcard/none") + _QUIT, files)
    assert answer[:16] == b"STAT" + struct.pack("<3I", 0o100644, 5, 7)
    assert answer[16:24] == b"LST2\x02\0\0\0"
    assert len(answer) == 16 + 72


@pytest.mark.parametrize(("letters", "entry"), [(b"LIST", b"DENT"), (b"LIS2", b"DNT2")])
def test_a_folder_is_listed_with_itself_and_the_one_above(letters: bytes, entry: bytes) -> None:
    files = FileStore()
    files.write("/data/local/tmp/one", b"")
    files.write("/data/local/tmp/two", b"")
    answer = _serve(_request(letters, b"/data/local/tmp") + _QUIT, files)
    assert answer.count(entry) == 4
    assert answer.index(b"\x01\0\0\0.") < answer.index(b"\x02\0\0\0..") < answer.index(b"one")
    assert answer.index(b"one") < answer.index(b"two") < answer.index(b"DONE")


def test_a_folder_that_is_not_there_lists_as_empty() -> None:
    assert _serve(_request(b"LIST", b"/none") + _QUIT) == b"DONE" + bytes(16)


@pytest.mark.parametrize(
    "wire",
    [
        _request(b"WHAT", b"/a"),
        b"STAT\xff\xff\0\0",
        _request(b"SEND", b"/a,1") + b"DATA\xff\xff\xff\0",
        _request(b"SEND", b"/a,1") + _request(b"STAT", b""),
        _request(b"SEND", b"/nomode"),
    ],
    ids=["unknown", "long path", "long data", "no DONE", "no mode"],
)
def test_what_cannot_be_read_fails_and_ends(wire: bytes) -> None:
    assert _serve(wire + _request(b"STAT", b"/none")).startswith(b"FAIL")


@given(st.binary(max_size=64))
@settings(max_examples=50, deadline=None)
def test_noise_never_leaves_the_service_hanging(noise: bytes) -> None:
    _serve(noise)


@given(st.binary(max_size=200_000), st.integers(1000, 70_000))
@settings(max_examples=20, deadline=None)
def test_any_bytes_come_back_as_they_went(data: bytes, size: int) -> None:
    files = FileStore()
    size = min(size, 65536)
    parts = [data[start : start + size] for start in range(0, len(data), size)]
    _serve(_request(b"SEND", b"/sdcard/f,33188") + _data(*parts) + _QUIT, files)
    assert files.read("/sdcard/f") == data


def test_a_file_can_be_refused_both_ways_by_a_fault() -> None:
    async def main() -> bytes:
        sent = Sent()
        faults = WireFaults(["fail-send:1", "fail-recv:1"])
        send = _request(b"SEND", b"/sdcard/f,33188") + _data(b"abc")
        receive = _request(b"RECV", b"/sdcard/f")
        sent.stream.on_write(send + _request(b"STAT", b"/sdcard/f") + send + receive + receive + _QUIT)
        await SyncService(sent.stream, FileStore(), faults).run()
        await sent.stream.flush()
        return sent.written

    refused = _request(b"FAIL", b"couldn't create file: Permission denied")
    unread = _request(b"FAIL", b"open failed: Permission denied")
    whole = b"DATA\x03\0\0\0abcDONE\0\0\0\0"
    assert asyncio.run(main()) == refused + b"STAT" + bytes(12) + b"OKAY\0\0\0\0" + unread + whole


def test_a_folder_opens_and_cannot_be_read() -> None:
    assert _serve(_request(b"RECV", b"/sdcard") + _QUIT) == _request(b"FAIL", b"read failed: Is a directory")


def test_a_pulled_file_can_be_cut_half_way() -> None:
    files = FileStore()
    files.write("/sdcard/f", bytes(10_000))

    async def main() -> bytes:
        sent = Sent()
        sent.stream.on_write(_request(b"RECV", b"/sdcard/f"))
        with pytest.raises(BrokenPipeError):
            await SyncService(sent.stream, files, WireFaults(["cut-stream"])).run()
        return sent.written

    assert asyncio.run(main()) == _request(b"DATA", bytes(5_000))


def test_files_on_their_way_count_against_the_storage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui_rec.phone.files._LIMIT_BYTES", 100)

    async def main() -> None:
        files, first, second = FileStore(), Sent(), Sent()
        serving = [asyncio.ensure_future(SyncService(one.stream, files).run()) for one in (first, second)]
        half = _request(b"DATA", b"x" * 60)
        for number, sent in enumerate((first, second)):
            sent.stream.on_write(_request(b"SEND", b"/sdcard/%d,33206" % number) + half)
            await asyncio.sleep(0)
        second.stream.on_write(b"DONE" + struct.pack("<I", 1) + _QUIT)
        await asyncio.sleep(0)
        assert second.written.startswith(b"FAIL")
        assert b"No space left on device" in second.written
        first.stream.on_close()
        await asyncio.gather(*serving)
        assert files.reserve(100)

    asyncio.run(main())


def test_a_long_folder_is_listed_whole() -> None:
    files = FileStore()
    for number in range(1000):
        files.write(f"/sdcard/Download/{number}", b"")
    listed = _serve(_request(b"LIST", b"/sdcard/Download") + _QUIT, files)
    assert listed.count(b"DENT") == 1002
    assert listed.endswith(b"DONE" + bytes(16))
