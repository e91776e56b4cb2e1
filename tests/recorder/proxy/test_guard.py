"""The guard ends a group when the process that holds it dies, and only then."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from gui_rec.recorder.proxy.guard import Guard

SLEEPS = "import signal, sys, time\n{}\nprint('ready', flush=True)\ntime.sleep(60)"
HOLDS = """
import sys, time
from gui_rec.recorder.proxy.guard import Guard
guard = Guard(int(sys.argv[1]), patience_s=0.5)
{}
print("ready", flush=True)
time.sleep(60)
"""


def started(program: str, *words: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words], stdout=subprocess.PIPE, process_group=0
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    return process


def done_with(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate(timeout=10)


@pytest.fixture(params=["", "signal.signal(signal.SIGTERM, signal.SIG_IGN)"], ids=["meek", "stubborn"])
def agent(request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[bytes]]:
    process = started(SLEEPS.format(request.param))
    yield process
    done_with(process)


def test_a_group_whose_holder_is_killed_is_ended(agent: subprocess.Popen[bytes]) -> None:
    done_with(started(HOLDS.format(""), str(agent.pid)))
    assert -agent.wait(20) in (signal.SIGTERM, signal.SIGKILL)


def test_a_group_that_was_let_go_lives_on(agent: subprocess.Popen[bytes]) -> None:
    done_with(started(HOLDS.format("guard.let_go()"), str(agent.pid)))
    with pytest.raises(subprocess.TimeoutExpired):
        agent.wait(1.0)


def test_letting_go_leaves_no_process_and_may_be_said_twice() -> None:
    guard = Guard(os.getpid())
    process = guard._process
    assert process is not None
    guard.let_go()
    guard.let_go()
    assert process.returncode == 0


def test_a_guard_that_somebody_ended_is_no_error() -> None:
    guard = Guard(os.getpid())
    process = guard._process
    assert process is not None
    process.kill()
    process.wait(10)
    guard.let_go()
    assert process.returncode == -signal.SIGKILL
