"""Rules are learnt on the simulated phone, where the Shop's banner goes round: by replays, and by a person's word."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gui_rec.cli.main import run
from gui_rec.device.restore import RestoreStep
from gui_rec.errors import ExitCode
from gui_rec.model.actions import OpenApp, Tap, Type
from gui_rec.model.verdict import Code, Verdict
from gui_rec.recorder import Recorder
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.induction.acceptance import differences
from gui_rec.replayer.induction.episodes import TaskRun, induce_file
from gui_rec.replayer.induction.shown import shown_step
from gui_rec.replayer.judge import Circumstances, judge
from gui_rec.replayer.report import RunReport
from gui_rec.replayer.rules.book import rules_for
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.rules.read import read_rule_file
from gui_rec.replayer.session import replay
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import SimulatedPhone, simulated_phone
from gui_rec.ui.parse import parse_hierarchy

pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.timeout(400)]

ASKED = ReplayConfig(
    timeout_s=2.0,
    write_verdicts=False,
    values=(("password", "s3cret"),),
    restore=(RestoreStep.FORCE_STOP, RestoreStep.CLEAR),
)


def place(device: Any, rid: str) -> Tap:
    """The middle of an element that is on the screen now."""
    tree, size = parse_hierarchy(device.hierarchy()), device.display().size
    (node,) = [node for node in tree.walk() if node.resource_id.endswith(f":id/{rid}")]
    return Tap(node.bounds.center.x / size.width_px, node.bounds.center.y / size.height_px)


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedPhone]:
    with simulated_phone(seed=7) as simulated:
        yield simulated


@pytest.fixture(scope="module")
def recording(phone: SimulatedPhone, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sign-in, after which the Shop shows its goods below a banner that goes round every three seconds."""
    out = tmp_path_factory.mktemp("shop") / "traj.parquet"
    with Recorder(phone.device, out, goal="Sign in") as recorder:
        recorder.do(OpenApp(name="Shop"))
        for rid, text in (("username", "ada"), ("password", "s3cret")):
            at = place(phone.device, rid)
            recorder.do(Type(text, x=at.x, y=at.y))
        recorder.do(place(phone.device, "sign_in"))
    return out


def gui_rec(phone: SimulatedPhone, *words: str) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "-m", "gui_rec", *words]
    env = {**os.environ, **phone.server.environ}
    return subprocess.run(argv, env=env, capture_output=True, text=True, timeout=200, check=False)


@pytest.fixture(scope="module")
def rules(phone: SimulatedPhone, recording: Path) -> Path:
    """What three replays by the command line show, each of which finds the banner elsewhere."""
    out = recording.parent / "shop.yaml"
    words = ["--learn", "3", "--rules-out", str(out), "--timeout", "2", "--set", "password=s3cret"]
    where = [
        "--device",
        phone.process.serial,
        "--restore",
        "force-stop,clear",
        "--report",
        str(out.with_name("learn")),
    ]
    done = gui_rec(phone, "replay", str(recording), *words, *where)
    assert done.returncode == ExitCode.OK, done.stderr
    assert "4 rules from 4 runs" in done.stdout, "the recording counts, too"
    assert "carousel" in done.stdout
    return out


def replayed(phone: SimulatedPhone, recording: Path, rules: Path, folder: Path) -> RunReport:
    return replay(recording, phone.device, replace(ASKED, rules=(read_rule_file(rules),), report_dir=folder))


def test_the_banner_was_learnt_and_nothing_else(rules: Path) -> None:
    slots = [str(slot.address) for rule in read_rule_file(rules).steps for slot in rule.volatile]
    assert slots
    assert all("carousel" in slot for slot in slots)


def test_a_replay_by_the_rules_is_all_match_wherever_the_banner_is(
    phone: SimulatedPhone, recording: Path, rules: Path, tmp_path: Path
) -> None:
    for number in range(2):
        report = replayed(phone, recording, rules, tmp_path / f"out_{number}")
        assert report.ok, list(report.failures())
        assert {step.verdict.verdict for step in report.steps} == {Verdict.MATCH}


def test_the_rules_of_the_other_runs_accept_the_one_that_is_left_out(recording: Path, rules: Path) -> None:
    episode = open_trajectories(recording).episodes[0].info.episode_id
    runs = [tuple(open_trajectories(recording).steps())]
    runs += [
        tuple(open_trajectories(rules.with_name("learn") / f"run_{n}" / "run").steps()) for n in (1, 2, 3)
    ]
    for place_out in range(1, 4):
        rest = [run for number, run in enumerate(runs) if number != place_out]
        file = induce_file([TaskRun(f"run {number}", episode, steps) for number, steps in enumerate(rest)])
        for recorded, seen in zip(rest[0], runs[place_out], strict=True):
            given = Given(rules_for((file,), recorded, episode))
            judged = judge(recorded, seen.pre, seen.post, Circumstances(given=given))
            assert judged.verdict.successful, judged.detail


def test_a_wrong_price_is_a_mismatch_until_a_person_accepts_it(
    phone: SimulatedPhone, recording: Path, rules: Path, tmp_path: Path
) -> None:
    phone.process.control.set_value("shop.price.lamp", "31.00")
    try:
        report = replayed(phone, recording, rules, tmp_path / "out")
        last = report.steps[-1].verdict
        assert (last.verdict, last.code) == (Verdict.MISMATCH, Code.STATE_MISMATCH)
        assert "$24.50" in last.detail
        assert "$31.00" in last.detail
        mine = tmp_path / "shop.yaml"
        mine.write_bytes(rules.read_bytes())
        words = ["--report", str(tmp_path / "out"), "--rules", str(mine), "--by", "ada", "--as", "volatile"]
        (slot,) = _prices(tmp_path / "out", recording)
        assert run(["replay", "accept", str(recording), "3", *words, "--slot", slot]) == ExitCode.OK
        assert replayed(phone, recording, mine, tmp_path / "again").ok
    finally:
        phone.process.control.set_value("shop.price.lamp", None)


def _prices(folder: Path, recording: Path) -> list[str]:
    """The slots of prices that differ in the report's last step."""
    found = differences(shown_step(recording, folder, 3))
    return [str(finding.address) for finding in found if "price" in str(finding.address)]
