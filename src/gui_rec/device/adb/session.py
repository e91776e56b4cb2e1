"""One device behind the adb server: run something, or send something exactly once."""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec._clock import Clock, SystemClock
from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.quote import RemoteCommand
from gui_rec.device.adb.shell_v2 import ShellResult
from gui_rec.device.adb.smart_socket import SmartSocket
from gui_rec.errors import DeviceError, DeviceLostError, DeviceUnavailableError
from gui_rec.model.step import Sent

DEFAULT_TIMEOUT_S = 10.0
Words = Sequence[str] | RemoteCommand


class AdbSession:
    """Calls to one device. A device that answered once and is unavailable later counts as lost."""

    def __init__(self, client: AdbClient, serial: str, *, clock: Clock | None = None) -> None:
        self.client = client
        self.serial = serial
        self.clock = clock or SystemClock()
        self._answered = False

    def run(self, *words: str, timeout_s: float = DEFAULT_TIMEOUT_S) -> ShellResult:
        """A program with its arguments, to its end; the exit status is for the caller to judge."""
        return self.run_line(words, timeout_s=timeout_s)

    def run_line(self, line: Words, *, timeout_s: float = DEFAULT_TIMEOUT_S) -> ShellResult:
        """As `run`, for a prepared line. Raises DeviceLostError, DeviceTimeoutError, DeviceUnavailableError."""
        try:
            result = self.client.shell(self.serial, line, timeout_s)
        except DeviceUnavailableError as error:
            raise self._gone(error) from error
        self._answered = True
        return result

    def raw(self, *words: str, timeout_s: float, pause_s: float | None = None) -> bytes:
        """Raw output of a program, stderr mixed in; nothing tells a cut from the end.

        An output that began and then pauses for more than `pause_s` raises DeviceTimeoutError.
        """
        try:
            output = self.client.exec(self.serial, words, timeout_s, pause_s=pause_s)
        except DeviceUnavailableError as error:
            raise self._gone(error) from error
        self._answered = True
        return output

    def stream(self, *words: str, timeout_s: float = DEFAULT_TIMEOUT_S) -> SmartSocket:
        """An open connection with the program's raw output; the caller closes it."""
        try:
            return self.client.stream(self.serial, words, timeout_s)
        except DeviceUnavailableError as error:
            raise self._gone(error) from error

    def open(self, service: str, *, timeout_s: float) -> SmartSocket:
        """A connection to a service of the device, such as `tcp:9008`; the caller closes it."""
        try:
            return self.client.open(self.serial, service, timeout_s)
        except DeviceUnavailableError as error:
            raise self._gone(error) from error

    def dispatch(self, line: RemoteCommand, method: str, *, timeout_s: float) -> Sent:
        """Send a line once.

        What is raised means that the device never got it. From then on a Sent is returned; its exit
        status is None where the answer did not come, which leaves open whether it was done.
        """
        started_us = self._now_us()
        try:
            service = self.client.service(self.serial, timeout_s)
        except DeviceUnavailableError as error:
            raise self._gone(error) from error
        with service:
            try:
                result = service.shell(line)
            except DeviceError as error:
                return Sent(line.line, method, None, f"no answer: {error}", started_us, self._now_us())
        self._answered = True
        return Sent(line.line, method, result.exit_status, result.all_text, started_us, self._now_us())

    def _now_us(self) -> int:
        return round(self.clock.monotonic_s() * 1_000_000)

    def _gone(self, error: DeviceUnavailableError) -> DeviceError:
        return DeviceLostError(f"{self.serial} went away: {error}") if self._answered else error
