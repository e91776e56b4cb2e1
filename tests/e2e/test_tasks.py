"""A person collects demonstrations at a terminal, a finger on the simulated phone; another reviews them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from person_at_terminal import person_at

from gui_rec.errors import ExitCode
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone_in_hand import PhoneInHand, phone_in_hand

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]

TASK = {
    "id": "notes",
    "goal": "Look at the notes",
    "app": "Notes",
    "quota": 2,
    "expect": [
        {"package": "com.example.notes"},
        {"text": "There is no such note"},
        {"setting": {"namespace": "system", "key": "screen_brightness"}, "matches": "\\d+"},
    ],
}


@pytest.fixture(scope="module")
def phone() -> Iterator[PhoneInHand]:
    with phone_in_hand(seed=5) as running:
        yield running


def test_demonstrations_by_keys_then_a_review(phone: PhoneInHand, tmp_path: Path) -> None:
    tasks, out = tmp_path / "tasks.jsonl", tmp_path / "demos"
    tasks.write_text(json.dumps(TASK), encoding="utf-8")
    words = ["record", "--tasks", str(tasks), "-o", str(out), "--annotator", "ana", "--fill-operations"]

    with person_at(words, phone.environ) as ana:
        for number, judgement in enumerate("rny"):
            if judgement != "n":  # a redo begins by itself
                ana.sees("s = start")
                ana.presses("s")
            ana.sees("com.example.notes: force-stop, clear, launch")
            ana.sees("Ready: touch the screen")
            phone.finger.tap(300 + 10 * number, 900 + 10 * number)
            ana.sees("step 0")
            ana.presses(judgement)
        ana.sees("1 of 2 done, 1 failed, 1 discarded")
        ana.sees("s = start")
        ana.presses("q")
        assert ana.ends() == ExitCode.OK

    recording = open_trajectories(out)
    ends = [record.end for record in recording.every_episode if record.end is not None]
    assert [end.outcome for end in ends] == ["discarded", "failure", "success"]
    assert [told.passed for told in ends[2].expectations] == [True, False, True]
    assert {record.info.annotator for record in recording.every_episode} == {"ana"}

    with person_at([*words, "--resume"], phone.environ) as ana:
        ana.sees("1 of 2 done, 1 failed, 1 discarded")
        ana.presses("s")
        ana.sees("Ready: touch the screen")
        phone.finger.tap(350, 950)
        ana.sees("step 0")
        ana.presses("y")
        ana.sees("2 of 2 done")
        assert ana.ends() == ExitCode.OK

    with person_at(["review", str(out), "--by", "rita"], phone.environ) as rita:
        rita.sees("Episode 1 of 3")
        rita.sees("q = quit")
        rita.presses("r")
        rita.sees("stored for the episode: reject")
        rita.presses("c")
        rita.sees("comment:")
        rita.presses("Zu früh beendet\n")
        rita.sees("stored for the episode: Zu früh beendet")
        rita.presses("q")
        rita.sees("2 label(s) written")
        assert rita.ends() == ExitCode.OK
    labels = open_trajectories(out).labels()
    assert [(row.value, row.source) for row in labels] == [
        ("reject", "human:rita"),
        ("Zu früh beendet", "human:rita"),
    ]

    checked = subprocess.run(
        [sys.executable, "-m", "gui_rec", "check", str(out)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == ExitCode.OK, checked.stdout


def test_an_app_that_was_started_by_its_activity_bears_the_name_of_its_icon(
    phone: PhoneInHand, tmp_path: Path
) -> None:
    script, out = tmp_path / "s.jsonl", tmp_path / "t.parquet"
    lines = [
        {"type": "key", "code": "HOME"},
        {"type": "open_app", "package": "com.example.shop", "activity": ".LoginActivity"},
    ]
    script.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    words = [
        "record",
        "--source",
        "script",
        "--script",
        str(script),
        "-o",
        str(out),
        "--goal",
        "Open the shop",
    ]
    with person_at(words, phone.environ) as person:
        assert person.ends(120) == ExitCode.OK
    assert [step.app_name for step in open_trajectories(out).steps()] == [None, "Shop"]
    with person_at(["export", str(out), "-o", str(tmp_path / "rows")], phone.environ) as person:
        assert person.ends() == ExitCode.OK
    from pyarrow.parquet import ParquetFile

    (file,) = (tmp_path / "rows" / "data").glob("*.parquet")
    rows = ParquetFile(file).read().to_pylist()
    assert "open_app(app_name='Shop')" in rows[1]["messages"][-1]["content"][0]["text"]
