"""The fixture, in a test run of its own: the page that documents it is what is run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

_PAGE = Path(__file__).parents[2] / "docs" / "testing.md"


def run_tests(folder: Path, conftest: str, tests: str, environ: dict[str, str]) -> str:
    """What pytest says of these files, in a process of its own."""
    (folder / "conftest.py").write_text(conftest)
    (folder / "test_mine.py").write_text(tests)
    argv = [sys.executable, "-m", "pytest", "-q", "--strict-markers", "-W", "error", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*argv, f"--rootdir={folder}", str(folder)],
        env=environ,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=100,
        check=False,
    )
    return done.stdout


@pytest.mark.e2e
@pytest.mark.slow
def test_the_example_of_the_documentation_passes_and_touches_nobodys_adb(tmp_path: Path) -> None:
    conftest, tests, *_rest = re.findall(r"```python\n(.*?)```", _PAGE.read_text(encoding="utf-8"), re.DOTALL)
    home, running = tmp_path / "home", tmp_path / "running"
    folder = tmp_path / "tests"
    for each in (home, running, folder):
        each.mkdir(mode=0o700)
    environ = {**os.environ, "HOME": str(home), "GUI_REC_RUNTIME_DIR": str(running)}
    said = run_tests(folder, conftest, tests, environ)
    assert "3 passed" in said, said
    assert list(home.iterdir()) == []
    assert list(running.iterdir()) == []


@pytest.mark.e2e
@pytest.mark.slow
def test_a_mark_that_says_what_cannot_be_is_an_error(tmp_path: Path) -> None:
    tests = (
        "import pytest\n\n@pytest.mark.phone(colour='red')\ndef test_it(phone):\n    pass\n"
        "\n@pytest.mark.phone(7)\ndef test_place(phone):\n    pass\n"
    )
    said = run_tests(
        tmp_path, 'pytest_plugins = ["gui_rec.testing.pytest_plugin"]\n', tests, dict(os.environ)
    )
    assert "2 errors" in said
    valid = "seed, faults, screen, api, locale, displays, options"
    assert f"@pytest.mark.phone: expected keywords of {valid}, got colour\n" in said
    assert f"@pytest.mark.phone: expected keywords of {valid}, got 7\n" in said
    assert "Traceback" not in said
    assert "TypeError" not in said
