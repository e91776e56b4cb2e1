"""The agent's process: its surroundings, its exit status, and its end."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from proxy_parts import until

from gui_rec.errors import UsageError
from gui_rec.recorder.proxy.child import Child, child_environ
from gui_rec.recorder.proxy.clients import TOKEN_VARIABLE
from gui_rec.recorder.sources._api import AgentCommand


def run(*argv: str, environ: dict[str, str] | None = None) -> tuple[Child, threading.Event]:
    woken = threading.Event()
    return Child(AgentCommand((sys.executable, *argv)), environ or dict(os.environ), woken.set), woken


def test_adb_and_its_clients_take_the_proxy_for_their_server() -> None:
    before = {"PATH": "/bin", "ANDROID_ADB_SERVER_ADDRESS": "far", "ADB_SERVER_SOCKET": "tcp:far:1"}
    assert child_environ(before, "127.0.0.1", 6001, "phone-1", "mark") == {
        "PATH": "/bin",
        "ANDROID_ADB_SERVER_PORT": "6001",
        "ADB_SERVER_SOCKET": "tcp:127.0.0.1:6001",
        "ANDROID_SERIAL": "phone-1",
        TOKEN_VARIABLE: "mark",
    }


def test_arguments_reach_it_as_they_are(tmp_path: Path) -> None:
    out = tmp_path / "argv"
    words = ["a b", "$HOME", "; rm -rf /", "--", "é"]
    script = f"import json, sys; open({str(out)!r}, 'w').write(json.dumps(sys.argv[1:]))"
    child, woken = run("-c", script, *words)
    assert woken.wait(20)
    assert child.exit_code == 0
    assert json.loads(out.read_text()) == words


@pytest.mark.parametrize(
    ("script", "code"), [("raise SystemExit(3)", 3), ("import os; os.kill(os.getpid(), 9)", 137)]
)
def test_its_exit_status_is_a_shells(script: str, code: int) -> None:
    child, woken = run("-c", script)
    assert woken.wait(20)
    assert child.exit_code == code
    child.end()  # which has nothing to do any more


def test_a_command_that_does_not_exist_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot run"):
        Child(AgentCommand((str(tmp_path / "none"),)), {}, lambda: None)
    with pytest.raises(UsageError, match="cannot run"):
        Child(AgentCommand(("a\0b",)), {}, lambda: None)


def test_it_is_interrupted_first(tmp_path: Path) -> None:
    up = tmp_path / "up"
    script = f"""
import signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    open({str(up)!r}, "w").close()
    time.sleep(60)
except KeyboardInterrupt:
    raise SystemExit(9)
"""
    child, woken = run("-c", script)
    until(up.exists)
    child.end()
    assert woken.is_set()
    assert child.exit_code == 9


def test_one_that_does_not_listen_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui_rec.recorder.proxy.child._INTERRUPT_S", 0.2)
    monkeypatch.setattr("gui_rec.recorder.proxy.child._TERMINATE_S", 0.2)
    up = tmp_path / "up"
    ignores = "import signal, time\nfor n in (2, 15): signal.signal(n, signal.SIG_IGN)\n"
    child, woken = run("-c", f"{ignores}open({str(up)!r}, 'w').close()\ntime.sleep(60)")
    until(up.exists)
    child.end()
    assert woken.wait(20)
    assert child.exit_code == 128 + signal.SIGKILL


def test_what_it_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui_rec.recorder.proxy.child._INTERRUPT_S", 0.2)
    monkeypatch.setattr("gui_rec.recorder.proxy.child._TERMINATE_S", 0.2)
    up, alive = tmp_path / "up", tmp_path / "alive"
    os.mkfifo(alive)
    reader = os.open(alive, os.O_RDONLY | os.O_NONBLOCK)
    ignores = "import os, signal, time\nfor n in (2, 15): signal.signal(n, signal.SIG_IGN)\n"
    forks = f"if not os.fork(): held = open({str(alive)!r}, 'w'); open({str(up)!r}, 'w').close()\n"
    child, woken = run("-c", f"{ignores}{forks}time.sleep(60)")
    until(up.exists)
    with pytest.raises(BlockingIOError):  # somebody may still write
        os.read(reader, 1)
    child.end()
    assert woken.wait(20)
    assert select.select([reader], [], [], 20)[0]
    assert os.read(reader, 1) == b""
    os.close(reader)


@pytest.mark.parametrize(("lends", "stdout", "stderr"), [(True, "4\n", ""), (False, "", "0\n")])
def test_what_it_shares_with_this_process(lends: bool, stdout: str, stderr: str) -> None:
    words = "import sys; print(len(sys.stdin.read()))"
    starts = (
        "import os, sys, threading\n"
        "from gui_rec.recorder.proxy.child import Child\n"
        "from gui_rec.recorder.sources._api import AgentCommand\n"
        f"agent = AgentCommand((sys.executable, '-c', {words!r}), lends_input={lends}, lends_output={lends})\n"
        "child = Child(agent, os.environ, lambda: None)\n"
        "assert child.ended.wait(30)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", starts], input="four", capture_output=True, text=True, timeout=60, check=True
    )
    assert (ran.stdout, ran.stderr) == (stdout, stderr)


def test_it_does_not_run_unwatched(monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[int] = []

    def no_more(group: int) -> None:
        groups.append(group)
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("gui_rec.recorder.proxy.child.Guard", no_more)
    with pytest.raises(UsageError, match="cannot watch over the agent: Resource temporarily"):
        Child(AgentCommand((sys.executable, "-c", "import time; time.sleep(60)")), os.environ, lambda: None)
    with pytest.raises(ProcessLookupError):
        os.kill(groups[0], 0)
