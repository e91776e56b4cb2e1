"""The pytest plugin in test runs of its own: summary, JUnit properties, report folder, xdist, and what it costs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import gui_rec

pytest_plugins = ["pytester"]

_SUPPORT = Path(__file__).parents[1] / "_support"
_SOURCE = Path(gui_rec.__file__).parents[1]
TESTS = """
import os
from shop import changed, label, shop, tap
from gui_rec.testing import transition
from gui_rec.testing.builders import SIZE

PRICE = os.environ.get("PRICE", "$5.00")

def test_buy():
    device = shop(item=changed("item", "$5.00", label(40, PRICE, "com.example.app:id/price")))
    with transition(device, "open milk", clock=device.clock, timeout_s=1.0):
        device.perform(tap(40), SIZE)
    with transition(device, "add to cart", clock=device.clock, timeout_s=1.0):
        device.perform(tap(70), SIZE)

def test_without():
    pass
"""


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder with two tests, one of them with two blocks."""
    monkeypatch.setenv("PYTHONPATH", f"{_SOURCE}{os.pathsep}{_SUPPORT}")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    pytester.makepyfile(TESTS)
    return pytester


def pytest_of(run: pytest.Pytester, *words: str) -> pytest.RunResult:
    """One run of pytest with the plugin, in a process of its own."""
    return run.runpytest_subprocess("-p", "gui_rec.testing.transition_plugin", *words)


def test_recorded_then_judged_then_failed(run: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    first = pytest_of(run, "--gui-rec-record=missing")
    first.assert_outcomes(passed=2)
    first.stdout.fnmatch_lines(["*gui-rec transitions*", "2 transition(s): 2 recorded"])
    assert sorted(path.name for path in (run.path / "gui-rec-transitions").iterdir()) == [
        "add-to-cart.parquet",
        "open-milk.parquet",
    ]
    second = pytest_of(run, "--junitxml=j.xml", "--gui-rec-report=r")
    second.assert_outcomes(passed=2)
    second.stdout.fnmatch_lines(["2 transition(s): 2 match", "report: *transitions.json"])
    monkeypatch.setenv("PRICE", "$6.00")
    third = pytest_of(run, "--junitxml=j.xml", "--gui-rec-report=r")
    third.assert_outcomes(failed=1, passed=1)
    third.stdout.fnmatch_lines(
        [
            "E *TransitionError: transition 'open milk': *STATE_MISMATCH*expected*seen*edits=1*",
            "*test_buy: open milk: mismatch: *STATE_MISMATCH*",
            "1 transition(s): 1 mismatch",
        ]
    )
    (told,) = [
        each.get("value") or ""
        for each in ElementTree.parse(run.path / "j.xml").iter("property")
        if each.get("name") == "gui_rec.transition"
    ]
    assert (json.loads(told)["name"], json.loads(told)["code"]) == ("open milk", "STATE_MISMATCH")
    document = json.loads((run.path / "r" / "transitions.json").read_text(encoding="utf-8"))
    (verdict,) = document["transitions"]
    assert verdict["test"].endswith("::test_buy")
    assert (Path(verdict["folder"]) / "report.html").is_file()
    assert (
        "$6.00"
        in json.loads((Path(verdict["folder"]) / "report.json").read_text("utf-8"))["steps"][0]["line"]
    )


@pytest.mark.slow
def test_a_missing_recording_is_a_failure_that_says_how(run: pytest.Pytester) -> None:
    done = pytest_of(run)
    done.assert_outcomes(failed=1, passed=1)
    done.stdout.fnmatch_lines(["*nothing is recorded at *open-milk.parquet; record it once by*"])


@pytest.mark.slow
def test_the_place_of_recordings_is_an_option_or_an_ini_value(run: pytest.Pytester) -> None:
    run.makeini("[pytest]\ngui_rec_recordings = kept/here\n")
    pytest_of(run, "--gui-rec-record=missing").assert_outcomes(passed=2)
    pytest_of(run, "--gui-rec-record=missing", "--gui-rec-recordings=there").assert_outcomes(passed=2)
    for place in ("kept/here", "there"):
        assert len(list((run.path / place).glob("*.parquet"))) == 2


@pytest.mark.slow
def test_verdicts_come_through_xdist(run: pytest.Pytester) -> None:
    pytest_of(run, "--gui-rec-record=missing").assert_outcomes(passed=2)
    done = pytest_of(run, "-n", "2")
    done.assert_outcomes(passed=2)
    done.stdout.fnmatch_lines(["2 transition(s): 2 match"])


def test_a_run_without_transitions_says_nothing_and_imports_nothing_heavy(run: pytest.Pytester) -> None:
    done = pytest_of(run, "-k", "test_without")
    done.assert_outcomes(passed=1, deselected=1)
    done.stdout.no_fnmatch_line("*gui-rec transitions*")
    program = (
        "import sys, pytest; before = set(sys.modules); import gui_rec.testing.transition_plugin; "
        "print(*sorted(name for name in set(sys.modules) - before if not name.startswith('gui_rec')))"
    )
    env = {**os.environ, "PYTHONPATH": str(_SOURCE)}
    said = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
    )
    heavy = {"numpy", "pyarrow", "PIL", "adbutils", "rich", "click", "yaml", "msgspec", "jinja2"}
    assert not heavy & set(said.stdout.split())


def test_the_plugin_is_found_by_its_entry_point() -> None:
    import tomllib

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    points = project["project"]["entry-points"]["pytest11"]
    # The name is the module's, so that naming the module with -p or in pytest_plugins is no second plugin.
    assert points == {"gui_rec.testing.transition_plugin": "gui_rec.testing.transition_plugin"}
