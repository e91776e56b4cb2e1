"""The agent: a command of the person's, run with the proxy as its adb server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping

from gui_rec.errors import UsageError
from gui_rec.recorder.proxy.clients import TOKEN_VARIABLE
from gui_rec.recorder.proxy.guard import Guard
from gui_rec.recorder.sources._api import AgentCommand

_INTERRUPT_S = 10.0
_TERMINATE_S = 5.0


def child_environ(
    environ: Mapping[str, str], host: str, port: int, serial: str, token: str
) -> dict[str, str]:
    """The variables that make adb and its clients take the proxy for their server, and `serial` for the device
    that is meant where they name none.
    """
    kept = {name: value for name, value in environ.items() if name != "ANDROID_ADB_SERVER_ADDRESS"}
    return {
        **kept,
        "ANDROID_ADB_SERVER_PORT": str(port),
        "ADB_SERVER_SOCKET": f"tcp:{host}:{port}",
        "ANDROID_SERIAL": serial,
        TOKEN_VARIABLE: token,
    }


class Child:
    """The running command. Its output is the person's; its input, too, unless that is the terminal gui-rec runs in,
    or the command does not lend it (`AgentCommand.lends_input`).

    It is a process group of its own, so that Ctrl-C reaches gui-rec alone, which lets the step in hand finish first.
    """

    def __init__(self, agent: AgentCommand, environ: Mapping[str, str], on_end: Callable[[], None]) -> None:
        argv = agent.argv
        shared = agent.lends_input and sys.stdin is not None and not sys.stdin.isatty()
        try:
            self._process = subprocess.Popen(
                list(argv),
                env=dict(environ),
                stdin=None if shared else subprocess.DEVNULL,
                stdout=None if agent.lends_output else sys.stderr,
                process_group=0 if os.name == "posix" else None,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise UsageError(f"record: cannot run {argv[0]!r}: {reason}") from error
        self._guard = self._guarded()
        self.ended = threading.Event()
        self._on_end = on_end
        self._thread = threading.Thread(target=self._wait, name="proxy-child", daemon=True)
        self._thread.start()

    def _guarded(self) -> Guard:
        try:
            return Guard(self._process.pid)
        except OSError as error:  # no process more is to be had
            self._process.kill()
            self._process.wait()
            raise UsageError(f"record: cannot watch over the agent: {error.strerror}") from error

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """As a shell tells it: 128 and the signal's number for one that ended by a signal; None while it runs."""
        code = self._process.returncode
        return code if code is None or code >= 0 else 128 - code

    def end(self) -> None:
        """Ask it to end, then insist. Returns when it has ended."""
        for number, patience_s in ((signal.SIGINT, _INTERRUPT_S), (signal.SIGTERM, _TERMINATE_S)):
            if self.ended.is_set():
                return
            self._signal(number)
            self.ended.wait(patience_s)
        if not self.ended.is_set():
            self._kill()
            self.ended.wait(_TERMINATE_S)

    def _signal(self, number: int) -> None:
        try:
            if os.name == "posix":
                os.killpg(self._process.pid, number)
            else:
                self._process.terminate()
        except ProcessLookupError:
            return  # it ended in this moment

    def _kill(self) -> None:
        """It and what it started: of those nobody else knows."""
        if os.name != "posix":
            self._process.kill()
            return
        self._signal(signal.SIGKILL)

    def _wait(self) -> None:
        self._process.wait()
        self._guard.let_go()
        self.ended.set()
        self._on_end()
