"""Other people's clients, each in a virtual environment of its own, run against a phone of ours.

The environments are kept in `GUI_REC_CLIENT_VENVS`, else below the folder for temporary files, and made by pip
from the package registry when they are not there.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SCRIPTS = Path(__file__).parents[1] / "clients" / "scripts"
INSTALL_TIMEOUT_S = 540.0
RUN_TIMEOUT_S = 240.0


def client_python(name: str, requirements: Sequence[str], *more: Sequence[str]) -> Path:
    """The interpreter of an environment that holds `requirements`. Raises AssertionError with pip's own words.

    Each of `more` is a pip call of its own after that, for what must not be resolved together.
    """
    wanted = "\n\n".join("\n".join(group) for group in (requirements, *more))
    digest = hashlib.sha256(wanted.encode()).hexdigest()[:8]
    version = f"{sys.version_info.major}{sys.version_info.minor}"
    folder = _folder() / f"{name}-py{version}-{digest}"
    python = folder / "bin" / "python"
    complete = folder / "complete"
    with _alone(folder.with_suffix(".lock")):
        if not complete.exists():
            shutil.rmtree(folder, ignore_errors=True)
            _run([sys.executable, "-m", "venv", str(folder)])
            for group in (requirements, *more):
                _run([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *group])
            complete.write_text(wanted)
    return python


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Only one of several test processes at a time."""
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _folder() -> Path:
    chosen = os.environ.get("GUI_REC_CLIENT_VENVS")
    folder = Path(chosen) if chosen else Path(tempfile.gettempdir()) / f"gui-rec-clients-{os.getuid()}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _run(command: Sequence[str]) -> None:
    made = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_TIMEOUT_S, check=False)
    assert made.returncode == 0, f"{' '.join(command)}\n{made.stdout}\n{made.stderr}"


def run_script(
    python: Path, script: str, *args: str, environ: Mapping[str, str], cwd: Path
) -> dict[str, Any]:
    """What a script of `tests/clients/scripts` says: its last line is a JSON object."""
    clean = {name: value for name, value in environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    ran = subprocess.run(
        [str(python), str(SCRIPTS / script), *args],
        env=clean,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=RUN_TIMEOUT_S,
        check=False,
    )
    assert ran.returncode == 0, (
        f"{script} ended with {ran.returncode}\n{ran.stdout[-4000:]}\n{ran.stderr[-4000:]}"
    )
    said: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return said
