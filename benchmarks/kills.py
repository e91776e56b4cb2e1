"""How many finished steps 200 kills cost: a real `gui-rec record` process, killed at random moments of its life.

A step is finished when the process said so. After each kill the recording is recovered and read back.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from measure import Bound

from gui_rec.store.integrity import check
from gui_rec.store.layout import Layout
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recover import recover

_PROGRAM = Path(__file__).with_name("hurried_recorder.py")
_STEPS = 12
_SAID = re.compile(r"^step (\d+):", re.MULTILINE)
_DEADLINE_S = 120.0


@dataclass
class Nursery:
    """Where recorder processes come from."""

    process: subprocess.Popen[str]

    def killed(self, folder: Path, after: int, delay_s: float) -> int:
        """Record, and kill it so long after it said its `after`-th step; the steps that it said it has."""
        said = folder / "said.txt"
        script = folder / "script.jsonl"
        script.write_text('{"type": "tap", "x": 0.5, "y": 0.5}\n' * _STEPS, encoding="utf-8")
        options = ["--source", "script", "--script", str(script), "--no-keep-awake"]
        self._say(json.dumps([str(said), "record", "-o", str(folder / "run"), *options]))
        child = int(self._answer())
        wait_until_said(said, after)
        time.sleep(delay_s)
        os.kill(child, signal.SIGKILL)
        self._say("killed")
        self._answer()
        return steps_in(said)

    def _answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def _say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()


def steps_in(said: Path) -> int:
    """The steps that a recorder said it has."""
    return len(_SAID.findall(said.read_text(encoding="utf-8"))) if said.exists() else 0


def wait_until_said(said: Path, steps: int) -> None:
    """Raises TimeoutError where it never says them."""
    deadline_s = time.monotonic() + _DEADLINE_S
    while steps_in(said) < steps:
        if time.monotonic() > deadline_s:
            raise TimeoutError(f"a recorder did not come to step {steps}: {said.read_text(encoding='utf-8')}")
        time.sleep(0.002)


def kept(target: Path) -> int:
    """The steps that can be read after the kill; a recording that is not whole counts as none."""
    if not target.exists():
        return 0
    recover(target)
    if not Layout(target).data_files():
        return 0
    steps = [step.index for step in open_trajectories(target).steps()]
    return len(steps) if check(target).ok and steps == list(range(len(steps))) else 0


def run(*, quick: bool) -> list[Bound]:
    """Kills at moments that are spread over a whole life, from before the first step to after the last."""
    kills = 3 if quick else 200
    chance, said, lost, unsaid = random.Random(1), 0, 0, 0
    with (
        tempfile.TemporaryDirectory() as name,
        subprocess.Popen(
            [sys.executable, str(_PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process,
    ):
        nursery = Nursery(process)
        for number in range(kills):
            folder = Path(name) / str(number)
            folder.mkdir()
            finished = nursery.killed(folder, chance.randrange(_STEPS + 1), chance.uniform(0.0, 0.4))
            found = kept(folder / "run")
            said += finished
            unsaid += found > finished
            lost += max(0, finished - found)
        assert process.stdin is not None
        process.stdin.close()
    workload = f"{kills} kills -9; {said} steps had been said, {unsaid} times one more was kept than said"
    return [Bound("kills", "finished steps that were lost", workload, lost, 0, "steps")]
