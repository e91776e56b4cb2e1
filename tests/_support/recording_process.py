"""A real `gui-rec record` in a process of its own, to be stopped, starved and killed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path


def a_script(folder: Path, steps: int) -> Path:
    """A script of `steps` presses of HOME and BACK."""
    path = folder / "script.jsonl"
    keys = ("HOME", "BACK")
    lines = [f'{{"type": "key", "code": "{keys[index % 2]}"}}\n' for index in range(steps)]
    path.write_text("".join(lines), encoding="utf-8")
    return path


@dataclass
class RecordingProcess:
    """`heard` holds the lines of its stderr so far."""

    process: subprocess.Popen[str]
    heard: list[str] = field(default_factory=list)

    def wait_for(self, words: str) -> str:
        """The next line on stderr that holds `words`. Raises AssertionError where the process ends before."""
        assert self.process.stderr is not None
        while line := self.process.stderr.readline():
            self.heard.append(line)
            if words in line:
                return line
        raise AssertionError(f"ended without saying {words!r}: {''.join(self.heard)}")

    def end(self, timeout_s: float = 120.0) -> int:
        """Read to the end; the exit status."""
        _, rest = self.process.communicate(timeout=timeout_s)
        self.heard.append(rest)
        return self.process.returncode

    @property
    def text(self) -> str:
        """All that was said."""
        return "".join(self.heard)


@contextmanager
def recording(
    words: Sequence[str],
    environ: Mapping[str, str],
    *,
    program: Sequence[str] = ("-m", "gui_rec"),
    command: str = "record",
) -> Iterator[RecordingProcess]:
    """Start `gui-rec record`, or another command, with `words`; it is killed at the end of the block if it still runs."""
    argv = [sys.executable, *program, command, *words]
    env = {**os.environ, **environ}
    with subprocess.Popen(
        argv, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield RecordingProcess(process)
        finally:
            process.kill()
