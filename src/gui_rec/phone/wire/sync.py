"""The file service `sync:`, versions 1 and 2, on the phone's files. One stream may carry many requests."""

from __future__ import annotations

import asyncio
import stat as stat_bits
from collections.abc import Awaitable, Callable

from gui_rec.errors import InputError
from gui_rec.phone.files import FileStat, FileStore
from gui_rec.phone.wire import sync_frames
from gui_rec.phone.wire.faults import WireFault, WireFaults
from gui_rec.phone.wire.stream_io import write_or_fail
from gui_rec.phone.wire.streams import Stream
from gui_rec.phone.wire.sync_frames import MAX_DATA_BYTES, MAX_PATH_BYTES, SendTarget

_MOST_FILE_BYTES = 256 * 1024 * 1024
_FRAMES_AT_ONCE = 15
"""Of 64 KiB each: what one packet has room for."""
_ENTRIES_AT_ONCE = 256


class SyncService:
    """Serves one stream until QUIT or until the client leaves."""

    def __init__(self, stream: Stream, files: FileStore, faults: WireFaults | None = None) -> None:
        self._stream = stream
        self._files = files
        self._faults = faults or WireFaults()
        self._buffer = bytearray()

    async def run(self) -> None:
        """Answer requests; one that cannot be read is answered with FAIL and ends the stream."""
        handlers: dict[bytes, Callable[[bytes], Awaitable[None]]] = {
            b"STAT": self._stat,
            b"STA2": lambda path: self._stat2(b"STA2", path),
            b"LST2": lambda path: self._stat2(b"LST2", path),
            b"LIST": lambda path: self._list(path, is_v2=False),
            b"LIS2": lambda path: self._list(path, is_v2=True),
            b"RECV": self._recv,
            b"RCV2": self._recv2,
            b"SEND": self._send,
            b"SND2": self._send2,
        }
        try:
            while (request := await self._request()).id != b"QUIT":
                handler = handlers.get(request.id)
                if handler is None or request.length > MAX_PATH_BYTES:
                    raise InputError(f"unknown or oversized sync request {request.id!r}")
                await handler(await self._exactly(request.length))
        except EOFError:
            return
        except InputError as error:
            await self._stream.write(sync_frames.fail(str(error)))

    async def _request(self) -> sync_frames.Request:
        return sync_frames.decode_request(await self._exactly(sync_frames.REQUEST_BYTES))

    async def _exactly(self, count: int) -> bytes:
        while len(self._buffer) < count:
            data = await self._stream.read()
            if not data:
                raise EOFError
            self._buffer += data
        part = bytes(self._buffer[:count])
        del self._buffer[:count]
        return part

    async def _stat(self, path: bytes) -> None:
        await self._stream.write(sync_frames.stat_v1(self._look(path)[0]))

    async def _stat2(self, request_id: bytes, path: bytes) -> None:
        found, error = self._look(path)
        await self._stream.write(sync_frames.stat_v2(request_id, found, error))

    def _look(self, path: bytes) -> tuple[FileStat | None, int]:
        try:
            return self._files.stat(sync_frames.path_text(path)), 0
        except OSError as error:
            return None, error.errno or 0

    async def _list(self, path: bytes, *, is_v2: bool) -> None:
        text = sync_frames.path_text(path)
        entry = sync_frames.entry_v2 if is_v2 else sync_frames.entry_v1
        names = self._names(text)
        for start in range(0, len(names), _ENTRIES_AT_ONCE):
            answer = bytearray()
            for name in names[start : start + _ENTRIES_AT_ONCE]:
                found = self._find(f"{text.rstrip('/')}/{name}")
                if found is not None:
                    answer += entry(name.encode("utf-8", "surrogateescape"), found)
            await self._stream.write(bytes(answer))
            await asyncio.sleep(0)
        await self._stream.write(sync_frames.list_end(is_v2))

    def _find(self, path: str) -> FileStat | None:
        """None for what went away while a long folder was listed."""
        return self._look(path.encode("utf-8", "surrogateescape"))[0]

    def _names(self, path: str) -> list[str]:
        """With `.` and `..`, as readdir gives them; adbd lists what it cannot open as nothing at all."""
        try:
            return [".", "..", *self._files.listdir(path)]
        except OSError:
            return []

    async def _recv2(self, path: bytes) -> None:
        sync_frames.check_recv_v2(await self._exactly(sync_frames.RECV_V2_BYTES))
        await self._recv(path)

    async def _recv(self, path: bytes) -> None:
        if self._faults.strikes(WireFault.FAIL_RECV):
            await self._stream.write(sync_frames.fail("open failed: Permission denied"))
            return
        try:
            data = self._files.read(sync_frames.path_text(path))
        except OSError as error:
            step = "read" if isinstance(error, IsADirectoryError) else "open"
            await self._stream.write(sync_frames.fail(f"{step} failed: {error.strerror}"))
            return
        await write_or_fail(self._stream, self._faults, data, self._write_file)
        await self._stream.write(sync_frames.done())

    async def _write_file(self, data: bytes) -> None:
        whole = memoryview(data)
        frames = [whole[start : start + MAX_DATA_BYTES] for start in range(0, len(data), MAX_DATA_BYTES)]
        for start in range(0, len(frames), _FRAMES_AT_ONCE):
            together = frames[start : start + _FRAMES_AT_ONCE]
            parts: list[bytes | memoryview] = []
            for frame in together:
                parts += (sync_frames.data_head(len(frame)), frame)
            await self._stream.write(*parts)

    async def _send(self, spec: bytes) -> None:
        await self._receive_file(sync_frames.decode_send_v1(spec))

    async def _send2(self, path: bytes) -> None:
        rest = await self._exactly(sync_frames.SEND_V2_BYTES)
        await self._receive_file(sync_frames.decode_send_v2(path, rest))

    async def _receive_file(self, target: SendTarget) -> None:
        """Take DATA until DONE, whatever happens; only then may a failure be told, else the client blocks."""
        parts: list[bytes] = []
        try:
            frame, problem = await self._take_data(parts)
            if frame.id != b"DONE":
                raise InputError(f"sync SEND: expected DATA or DONE, got {frame.id!r}")
        finally:
            self._files.release(sum(map(len, parts)))
        if problem is None and self._faults.strikes(WireFault.FAIL_SEND):
            problem = "couldn't create file: Permission denied"
        if problem is None and not target.dry_run:
            problem = self._store(target, b"".join(parts), frame.length)
        await self._stream.write(sync_frames.okay() if problem is None else sync_frames.fail(problem))

    async def _take_data(self, parts: list[bytes]) -> tuple[sync_frames.Request, str | None]:
        """The frame after the last DATA, and what is wrong; room for `parts` is taken as they come.

        All that is being pushed counts against the phone's storage, as it does where a file grows on a disk.
        """
        size, is_full = 0, False
        while (frame := await self._request()).id == b"DATA":
            if frame.length > MAX_DATA_BYTES:
                raise InputError(f"sync DATA: at most {MAX_DATA_BYTES} bytes, got {frame.length}")
            part = await self._exactly(frame.length)
            size += len(part)
            is_full = is_full or size > _MOST_FILE_BYTES or not self._files.reserve(len(part))
            if not is_full:
                parts.append(part)
        return frame, "No space left on device" if is_full else None

    def _store(self, target: SendTarget, data: bytes, mtime_s: int) -> str | None:
        """Write the file, making its folders as adbd does; what went wrong as text, else None."""
        if not stat_bits.S_ISREG(target.mode) and stat_bits.S_IFMT(target.mode) != 0:
            return "couldn't create file: only regular files are supported by the simulated phone"
        step = "secure_mkdirs failed"
        try:
            self._files.mkdir(target.path.rpartition("/")[0] or "/", parents=True)
            step = "couldn't create file"
            self._files.write(target.path, data, mode=target.mode & 0o777, mtime_s=mtime_s)
            self._files.chmod(target.path, target.mode & 0o777)
        except OSError as error:
            return f"{step}: {error.strerror}"
        return None
