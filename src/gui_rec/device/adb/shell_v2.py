"""The frames of the shell v2 service: u8 id, u32 little-endian length, data.

Source: AOSP packages/modules/adb, shell_protocol.h. Ids: 0 stdin, 1 stdout, 2 stderr, 3 exit status
(one byte), 4 close stdin, 5 window size.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gui_rec.errors import DeviceError, DeviceLostError

STDOUT, STDERR, EXIT = 1, 2, 3
_HEADER_BYTES = 5


@dataclass(frozen=True, slots=True)
class ShellResult:
    """What a command on the device printed and returned."""

    stdout: bytes
    stderr: bytes
    exit_status: int

    @property
    def text(self) -> str:
        """stdout as text; bytes that are no UTF-8 become U+FFFD."""
        return self.stdout.decode(errors="replace")

    @property
    def all_text(self) -> str:
        """stdout and stderr, for a person."""
        return (self.stdout + self.stderr).decode(errors="replace")


@dataclass(slots=True)
class FrameReader:
    """Collects frames from chunks of any size. `limit` bounds what it holds, in bytes."""

    limit: int
    exit_status: int | None = None
    _stdout: bytearray = field(default_factory=bytearray)
    _stderr: bytearray = field(default_factory=bytearray)
    _rest: bytearray = field(default_factory=bytearray)

    def feed(self, chunk: bytes) -> None:
        """Take in a chunk. Raises DeviceError for a frame no device sends, or past the limit."""
        self._rest += chunk
        at = 0
        while len(self._rest) - at >= _HEADER_BYTES:
            length = int.from_bytes(self._rest[at + 1 : at + _HEADER_BYTES], "little")
            if length > self.limit:
                raise DeviceError(f"shell frame: expected at most {self.limit} bytes, got {length}")
            end = at + _HEADER_BYTES + length
            if len(self._rest) < end:
                break
            self._take(self._rest[at], self._rest[at + _HEADER_BYTES : end])
            at = end
        del self._rest[:at]

    def _take(self, kind: int, data: bytearray) -> None:
        if kind == STDOUT:
            self._stdout += data
        elif kind == STDERR:
            self._stderr += data
        elif kind == EXIT and len(data) == 1:
            self.exit_status = data[0]
        else:
            raise DeviceError(f"shell frame: expected id 1, 2 or 3, got id {kind} with {len(data)} bytes")
        if len(self._stdout) + len(self._stderr) > self.limit:
            raise DeviceError(f"the command printed more than {self.limit} bytes")

    def result(self, asked: str) -> ShellResult:
        """The whole result. Raises DeviceLostError when the stream ended without an exit status."""
        if self.exit_status is None:
            raise DeviceLostError(f"the device hung up before the end of {asked!r}")
        return ShellResult(bytes(self._stdout), bytes(self._stderr), self.exit_status)
