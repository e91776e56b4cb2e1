"""Where the report of a transition goes."""

from __future__ import annotations

import json
from pathlib import Path

from replay_reports import a_report, a_step
from trajectories import a_step as a_recorded_step

from gui_rec.testing.transition_report import folder_name, write_transition


def test_each_block_of_each_test_has_a_folder_of_its_own(tmp_path: Path) -> None:
    run, step = a_report(a_step()), a_recorded_step(0)
    first = write_transition(run, step, step, tmp_path, "tests/test_x.py::test_a")
    second = write_transition(run, step, None, tmp_path, "tests/test_x.py::test_a")
    third = write_transition(run, step, None, tmp_path, None)
    assert [path.relative_to(tmp_path).as_posix() for path in (first, second, third)] == [
        "tests-test_x.py-test_a/Buy",
        "tests-test_x.py-test_a/Buy-2",
        "no-test/Buy",
    ]
    assert json.loads((first / "report.json").read_text(encoding="utf-8"))["goal"] == "Buy"
    assert "<!doctype html>" in (first / "report.html").read_text(encoding="utf-8")


def test_names_of_folders_lead_nowhere_else_and_stay_apart() -> None:
    assert folder_name("../../x") == "x"
    assert folder_name("...") == "unnamed"
    long = ["a" * 100 + end for end in "xy"]
    assert folder_name(long[0]) != folder_name(long[1])
    assert all(len(folder_name(each)) < 100 for each in long)
