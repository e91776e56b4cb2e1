"""A login by the real command line on the simulated phone: the password is in nothing that was written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from secrets_in_files import leaks

from gui_rec._clock import Deadline, SystemClock
from gui_rec.errors import ExitCode
from gui_rec.model.actions import Type
from gui_rec.store.journal import STEPS_FILE
from gui_rec.store.layout import Layout
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import SimulatedPhone, simulated_phone

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]

PASSWORD = "s3cret"
SCRIPT = """\
{"type": "open_app", "name": "Shop"}
{"type": "tap", "x": 0.5, "y": 0.31916666666666665}
{"type": "type", "text": "ada"}
{"type": "tap", "x": 0.5, "y": 0.3958333333333333}
{"action": {"type": "type", "text": "s3cret"}, "thought": "s3cret it is", "operation": "Enter s3cret"}
{"type": "tap", "x": 0.5, "y": 0.53625}
{"type": "finish", "status": "success", "message": "in with s3cret"}
"""


@pytest.fixture
def phone() -> Iterator[SimulatedPhone]:
    with simulated_phone(seed=7) as running:
        yield running


def started(environ: Mapping[str, str], *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "gui_rec", *words],
        env={**os.environ, **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def ran(environ: Mapping[str, str], *words: str, expect: ExitCode = ExitCode.OK) -> str:
    process = started(environ, *words)
    out, err = process.communicate(timeout=120)
    assert process.returncode == expect, out + err
    assert PASSWORD not in out + err
    return out + err


def recording_words(folder: Path, out: Path) -> list[str]:
    script = folder / "script.jsonl"
    script.write_text(SCRIPT, encoding="utf-8")
    return ["record", "--source", "script", "--script", str(script), "-o", str(out)]


def test_a_login_leaves_no_password_and_replays_with_it(phone: SimulatedPhone, tmp_path: Path) -> None:
    out, environ = tmp_path / "out", phone.server.environ
    said = ran(environ, *recording_words(tmp_path, out / "run"))
    assert "withheld before anything is stored: password fields" in said
    assert leaks(out, PASSWORD) == []
    assert leaks(out, phone.process.serial) == []
    steps = list(open_trajectories(out / "run").steps())
    assert [step.action for step in steps if isinstance(step.action, Type)] == [
        Type("ada"),
        Type("${password}"),
    ]
    assert steps[4].post.masked == 2  # the field and the keyboard
    ran(environ, "check", str(out / "run"))
    with simulated_phone(seed=7) as again:
        asked = ("replay", str(out / "run"), "--report", str(out / "report"))
        assert "--set password=" in ran(again.server.environ, *asked, expect=ExitCode.USAGE)
        ran_with = started(again.server.environ, *asked, "--set", f"password={PASSWORD}")
        printed = "".join(ran_with.communicate(timeout=120))
        assert ran_with.returncode == ExitCode.OK, printed
        assert PASSWORD not in printed
        assert leaks(out, PASSWORD) == []
        assert leaks(out, again.process.serial) == []


def test_a_recorder_killed_in_the_middle_leaves_no_password(phone: SimulatedPhone, tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = started(phone.server.environ, *recording_words(tmp_path, out / "run"))
    lines = Layout(out / "run").journal / STEPS_FILE
    clock = SystemClock()
    deadline = Deadline.after(clock, 90)
    while not (lines.exists() and lines.read_bytes().count(b"\n") >= 5):
        assert not deadline.passed
        clock.sleep_s(0.05)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=30)
    assert leaks(out, PASSWORD) == []
    ran(phone.server.environ, "recover", str(out / "run"))
    assert leaks(out, PASSWORD) == []
    assert any(step.action == Type("${password}") for step in open_trajectories(out / "run").steps())
