"""An agent recorded through the real command line: what it printed, how it ended, and the steps."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gui_rec.model.episode import EpisodeEnd
from gui_rec.model.step import Step
from gui_rec.store.integrity import check
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import SimulatedPhone

AGENTS = Path(__file__).parents[1] / "e2e" / "agents"
TIMEOUT_S = 240.0


@dataclass(frozen=True)
class Recorded:
    """`found` is the JSON in the agent's last line; None where it printed none."""

    exit_code: int
    said: str
    found: Any
    steps: tuple[Step, ...]
    end: EpisodeEnd | None

    @property
    def actions(self) -> list[str]:
        """The types of what was done."""
        return [step.action.type for step in self.steps]


def own_python(script: str, *words: str) -> list[str]:
    """One of this suite's agents by this interpreter."""
    return [sys.executable, str(AGENTS / script), *words]


def environ_of(phone: SimulatedPhone, **more: str) -> dict[str, str]:
    return {**os.environ, **phone.server.environ, **more}


def command(phone: SimulatedPhone, out: Path, agent: Sequence[str], *options: str) -> list[str]:
    start = [sys.executable, "-m", "gui_rec", "record", "--device", phone.process.serial]
    return [*start, "--source", "proxy", "-o", str(out), *options, "--", *agent]


def record_agent(
    phone: SimulatedPhone,
    folder: Path,
    agent: Sequence[str],
    *options: str,
    environ: Mapping[str, str] | None = None,
) -> Recorded:
    """Record it to its end."""
    out = folder / "run"
    done = subprocess.run(
        command(phone, out, agent, *options),
        env=environ_of(phone, **(environ or {})),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    return read(out, done.returncode, done.stdout, done.stderr)


@contextlib.contextmanager
def recording(
    phone: SimulatedPhone, folder: Path, agent: Sequence[str], *options: str
) -> Iterator[subprocess.Popen[str]]:
    """The recording while it runs; its standard error is a pipe."""
    argv = command(phone, folder / "run", agent, *options)
    with subprocess.Popen(
        argv, env=environ_of(phone), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def read(out: Path, exit_code: int, stdout: str, said: str) -> Recorded:
    """What was recorded, checked whole."""
    assert "Traceback" not in said, said
    assert check(out).ok, said
    opened = open_trajectories(out)
    lines = [line for line in stdout.splitlines() if line.startswith("{")]
    found = json.loads(lines[-1]) if lines else None
    return Recorded(exit_code, said, found, tuple(opened.steps()), opened.episodes[0].end)


def run_alone(phone: SimulatedPhone, folder: Path, agent: Sequence[str]) -> Any:
    """What the same agent finds against the real server."""
    done = subprocess.run(
        list(agent),
        env=environ_of(phone, ANDROID_SERIAL=phone.process.serial),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])
