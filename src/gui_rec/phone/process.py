"""A simulated phone in a process of its own, for tests, demos and scripts."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import IO

from gui_rec._clock import Deadline, SystemClock
from gui_rec.errors import DeviceTimeoutError, DeviceUnavailableError
from gui_rec.phone.control_client import PhoneControl

_STOP_S = 5.0


class PhoneProcess:
    """A running phone. It ends with `stop()`, with the `with` block, and at the latest with this process."""

    def __init__(self, process: subprocess.Popen[bytes], ready: Mapping[str, object]) -> None:
        self._process = process
        self.serial = str(ready["serial"])
        self.port = int(str(ready["port"]))
        self.pid = process.pid
        self.web = str(ready["web"]) if "web" in ready else None
        self.control = PhoneControl(int(str(ready["control_port"])), str(ready["token"]))

    @classmethod
    def start(
        cls,
        *,
        seed: int = 0,
        clock_offset_s: float = 0.0,
        port: int | None = None,
        high_port: bool = True,
        faults: Sequence[str] = (),
        values: Mapping[str, str] | None = None,
        adb_server_port: int | None = None,
        screen: str | None = None,
        api: int | None = None,
        options: Sequence[str] = (),
        environ: Mapping[str, str] | None = None,
        timeout_s: float = 20.0,
    ) -> PhoneProcess:
        """Start a phone and wait until it can be reached.

        `port` None takes a free high port or, without `high_port`, the first free one from 5555 on, as
        `gui-rec phone` does. It announces itself to the adb server on `adb_server_port`, or
        to the one that the environment names. `options` are further options of `gui-rec phone`; `environ` is its
        environment, that of this process when None. Raises DeviceTimeoutError, or DeviceUnavailableError with what the process said.
        """
        command = [sys.executable, "-m", "gui_rec.phone", "--until-stdin-ends", f"--seed={seed}"]
        command += [f"--clock-offset={clock_offset_s}"]
        if port is not None:
            command += [f"--port={port}"]
        elif high_port:
            command += ["--high-port"]
        command += [f"--fault={name}" for name in faults]
        command += [f"--value={name}={text}" for name, text in (values or {}).items()]
        named = {"server-port": adb_server_port, "screen": screen, "api": api}
        command += [f"--{name}={value}" for name, value in named.items() if value is not None]
        return cls._launch([*command, *options], environ, timeout_s)

    @classmethod
    def _launch(cls, command: list[str], environ: Mapping[str, str] | None, timeout_s: float) -> PhoneProcess:
        with tempfile.TemporaryFile() as remarks:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=remarks,
                bufsize=0,
                env=environ,
            )
            try:
                return cls(process, _read_ready(process, remarks, timeout_s))
            except BaseException:
                _end(process)
                raise

    def __enter__(self) -> PhoneProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def is_running(self) -> bool:
        """Whether the process lives."""
        return self._process.poll() is None

    def stop(self) -> int:
        """End the phone and return its exit status; a second call does nothing more."""
        self.control.close()
        return _end(self._process)

    def kill(self) -> None:
        """End it as a pulled battery would."""
        self._process.kill()
        self.stop()


def _read_ready(
    process: subprocess.Popen[bytes], remarks: IO[bytes], timeout_s: float
) -> Mapping[str, object]:
    deadline = Deadline.after(SystemClock(), timeout_s)
    line = b""
    stdout = _pipe(process.stdout)
    while not line.endswith(b"\n"):
        readable, _, _ = select.select([stdout], [], [], deadline.left_s)
        if not readable:
            raise DeviceTimeoutError(f"the simulated phone was not ready within {timeout_s:g} s")
        part = os.read(stdout.fileno(), 65536)
        if not part:
            process.wait(_STOP_S)
            remarks.seek(0)
            said = remarks.read().decode("utf-8", "replace").strip()
            raise DeviceUnavailableError(f"the simulated phone did not start: {said or 'it said nothing'}")
        line += part
    ready = json.loads(line)
    assert isinstance(ready, dict)
    return ready


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _end(process: subprocess.Popen[bytes]) -> int:
    """Ask by closing stdin; after a while by SIGTERM, then insist.

    Both at once would race: a phone that is leaving already handles no signal any more, and dies of it.
    """
    _pipe(process.stdin).close()
    for insist in (process.terminate, process.kill):
        try:
            process.wait(_STOP_S)
            break
        except subprocess.TimeoutExpired:
            insist()
    status = process.wait(_STOP_S)
    _pipe(process.stdout).close()
    return status
