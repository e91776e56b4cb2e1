"""Many random actions on a phone, recorded by either source: no stored row says anything but what the phone was.

Each state of each row is compared with the phone's own word before and after the action, taken past the recorder.
`GUI_REC_ROWS` is how many actions a source gets, `GUI_REC_ROWS_SEED` begins another run.
"""

from __future__ import annotations

import os
import queue
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from true_rows import Truth, a_command, a_gesture, told_apart, truth_of

from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.session import AdbSession
from gui_rec.errors import ExitCode
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import SimulatedPhone, simulated_phone

ROWS = int(os.environ.get("GUI_REC_ROWS", "100"))
SEED = int(os.environ.get("GUI_REC_ROWS_SEED", "1"))
LINE_S = 60.0

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(120 + ROWS * 20)]


@dataclass
class Recording:
    """A recorder at work; `wait` returns its next line with a word in it."""

    process: subprocess.Popen[str]
    lines: queue.SimpleQueue[str]

    def wait(self, word: str) -> str:
        said: list[str] = []
        while True:
            try:
                line = self.lines.get(timeout=LINE_S)
            except queue.Empty:
                raise AssertionError(f"never said {word!r}, but {said}") from None
            said.append(line)
            if word in line:
                return line


@contextmanager
def recorder(phone: SimulatedPhone, target: Path, *words: str) -> Iterator[Recording]:
    """`gui-rec record` with these words, ended by Ctrl-C."""
    argv = [sys.executable, "-m", "gui_rec", "record", "--device", phone.process.serial, "-o", str(target)]
    argv += ["--no-redact", *words]  # what is withheld is on purpose not what the phone was
    environ = {**os.environ, **phone.server.environ}
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen(process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        for line in process.stderr:
            lines.put(line)

    with subprocess.Popen(
        argv, env=environ, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as process:
        thread = threading.Thread(target=listen, args=(process,), daemon=True)
        thread.start()
        try:
            yield Recording(process, lines)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=60) == ExitCode.OK
        finally:
            process.kill()
            thread.join(10)


@dataclass(frozen=True)
class Done:
    """An action with the phone's own word before and after it."""

    what: str
    before: Truth
    after: Truth


def lies(target: Path, done: list[Done]) -> list[str]:
    """What the recording says that was not so."""
    assert check(target).ok
    steps = list(open_trajectories(target).steps())
    assert len(steps) == len(done), [
        (step.action.type, one.what) for step, one in zip(steps, done, strict=False)
    ]
    found = []
    for step, one in zip(steps, done, strict=True):
        for which, seen, truth in (("pre", step.pre, one.before), ("post", step.post, one.after)):
            told = told_apart(step, which, seen, truth)
            if told is not None:
                found.append(f"step {step.index} ({one.what} as {step.action}): {told} {[*step.flags]}")
    return found


def unsure(target: Path) -> list[str]:
    """Rows that say of themselves that they may not be right."""
    doubts = {"unsettled", "pre_state_stale", "tree_suspect"}
    return [
        f"step {step.index}: {step.action.type} {sorted(doubts & set(step.flags))} in {step.post.activity}"
        for step in open_trajectories(target).steps()
        if doubts & set(step.flags)
    ]


def run(
    phone: SimulatedPhone, act: Callable[[Truth], tuple[str, Callable[[], None]]], wait: Callable[[], object]
) -> list[Done]:
    done = []
    for _ in range(ROWS):
        before = truth_of(phone)
        what, deed = act(before)
        deed()
        wait()
        done.append(Done(what, before, truth_of(phone)))
    return done


def test_rows_of_a_finger_say_what_the_phone_was(tmp_path: Path) -> None:
    target, chance = tmp_path / "touch", random.Random(SEED)
    with simulated_phone(seed=SEED) as phone, recorder(phone, target) as recording:
        recording.wait("Ready")
        done = run(
            phone,
            lambda truth: a_gesture(phone, truth, chance),
            lambda: recording.wait("ready for the next touch"),
        )
    assert lies(target, done) == []
    assert len(doubtful := unsure(target)) <= ROWS // 10, doubtful


def test_rows_of_an_agent_say_what_the_phone_was(tmp_path: Path) -> None:
    target, chance = tmp_path / "proxy", random.Random(SEED)
    tells = 'echo "port $ANDROID_ADB_SERVER_PORT" >&2; exec sleep 100000'
    agent = ["--source", "proxy", "--allow-any-client", "--", "sh", "-c", tells]
    with simulated_phone(seed=SEED) as phone, recorder(phone, target, *agent) as recording:
        port = int(recording.wait("port ").split()[1])
        session = AdbSession(AdbClient("127.0.0.1", port), phone.process.serial)

        def act(truth: Truth) -> tuple[str, Callable[[], None]]:
            line = a_command(truth, chance)

            def send() -> None:
                session.run(*line.split())

            return line, send

        done = run(phone, act, lambda: recording.wait("step "))
    assert lies(target, done) == []
    assert len(doubtful := unsure(target)) <= ROWS // 10, doubtful
