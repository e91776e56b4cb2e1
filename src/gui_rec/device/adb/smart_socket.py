"""One connection to the adb server, under one deadline for all that happens on it.

The protocol (AOSP packages/modules/adb, docs/dev/services.md): a request is four hex digits of its
length and its text; the answer is OKAY, or FAIL with a text of the same form.
"""

from __future__ import annotations

import contextlib
import socket
from types import TracebackType

from gui_rec._clock import Deadline
from gui_rec.device.adb.fail_texts import fail_error
from gui_rec.errors import DeviceError, DeviceLostError, DeviceTimeoutError, DeviceUnavailableError

MAX_REQUEST_BYTES = 0xFFFF
"""What four hex digits can say."""

_CHUNK_BYTES = 1 << 18
_SHOWN = 80


class SmartSocket:
    """Every call ends before `deadline`, connecting included. Not for several threads."""

    def __init__(self, address: tuple[str, int], deadline: Deadline) -> None:
        self.deadline = deadline
        self._asked = "a connection"
        try:
            self._socket = socket.create_connection(address, timeout=self._left_s())
        except TimeoutError as error:
            raise self._timeout() from error
        except OSError as error:
            raise DeviceUnavailableError(
                f"no adb server answers at {address[0]}:{address[1]} ({error.strerror or error}); "
                "start one with `adb start-server`"
            ) from error
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> SmartSocket:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up; a service that runs on the device over this connection ends. Unblocks a reader."""
        with contextlib.suppress(OSError):  # the other side hung up first
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def ask(self, request: str) -> None:
        """Send a request and read its OKAY. Raises what its FAIL means."""
        self.send(request)
        self.read_okay()

    def send(self, request: str) -> None:
        """Send a request only; its answer is still to be read."""
        payload = request.encode("utf-8", "surrogatepass")
        if len(payload) > MAX_REQUEST_BYTES:
            raise DeviceError(f"adb request: expected at most {MAX_REQUEST_BYTES} bytes, got {len(payload)}")
        self._asked = request if len(request) <= _SHOWN else request[:_SHOWN] + "..."
        self.send_bytes(b"%04x" % len(payload) + payload)

    def send_bytes(self, data: bytes) -> None:
        """Send to the service that was opened."""
        try:
            self._socket.settimeout(self._left_s())
            self._socket.sendall(data)
        except TimeoutError as error:
            raise self._timeout() from error
        except OSError as error:
            raise self._lost("the connection broke while sending") from error

    def read_okay(self) -> None:
        """Read the answer to the last request."""
        status = self.read_exactly(4)
        if status == b"OKAY":
            return
        if status == b"FAIL":
            raise fail_error(self.read_block().decode(errors="replace"), self._asked)
        raise DeviceUnavailableError(
            f"expected OKAY or FAIL to {self._asked!r}, got {status!r}; is that an adb server?"
        )

    def read_block(self) -> bytes:
        """A reply with its length in four hex digits in front."""
        length = self.read_exactly(4)
        try:
            count = int(length, 16)
        except ValueError as error:
            raise DeviceUnavailableError(
                f"expected a length in hex in the answer to {self._asked!r}, got {length!r}"
            ) from error
        return self.read_exactly(count)

    def read_exactly(self, count: int) -> bytes:
        """`count` bytes, or DeviceLostError when the stream ends before."""
        got = bytearray()
        while len(got) < count:
            chunk = self.read_some(min(count - len(got), _CHUNK_BYTES))
            if not chunk:
                raise self._lost(f"the answer ended after {len(got)} of {count} bytes")
            got += chunk
        return bytes(got)

    def read_to_end(self, limit: int, *, pause_s: float | None = None) -> bytes:
        """All bytes until the other side hangs up; DeviceError past `limit`.

        Once bytes come, a pause of more than `pause_s` is a stall and raises DeviceTimeoutError.
        """
        got = bytearray()
        while chunk := self.read_some(_CHUNK_BYTES, pause_s=pause_s if got else None):
            got += chunk
            if len(got) > limit:
                raise DeviceError(f"{self._asked!r} sent more than {limit} bytes")
        return bytes(got)

    def read_some(self, count: int = _CHUNK_BYTES, *, pause_s: float | None = None) -> bytes:
        """What is there, at most `count` bytes; empty at the end of the stream. Waits `pause_s` at most."""
        try:
            left_s = self._left_s()
            self._socket.settimeout(left_s if pause_s is None else min(left_s, pause_s))
            return self._socket.recv(count)
        except TimeoutError as error:
            raise self._timeout() from error
        except OSError as error:
            raise self._lost("the connection broke while reading") from error

    def _left_s(self) -> float:
        if self.deadline.passed:
            raise self._timeout()
        # Zero would mean a non-blocking socket.
        return max(self.deadline.left_s, 0.001)

    def _timeout(self) -> DeviceTimeoutError:
        return DeviceTimeoutError(f"no (whole) answer to {self._asked!r} in time; the device or adb hangs")

    def _lost(self, what: str) -> DeviceLostError:
        return DeviceLostError(f"{what} of {self._asked!r}; the device or the adb server went away")
