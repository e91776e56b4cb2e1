from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from shop import SHOP, record_shop, shop
from varied_shop import GO_ON, NOTE, saying

from gui_rec.cli._output import Output
from gui_rec.cli._replay_learn import check_learn, learn_rules
from gui_rec.cli.main import run
from gui_rec.device.restore import RestoreStep
from gui_rec.errors import ExitCode, OutputExistsError, UsageError
from gui_rec.replayer.config import OnMismatch, ReplayConfig
from gui_rec.replayer.report import RunReport
from gui_rec.replayer.rules.read import read_rule_file
from gui_rec.replayer.session import replay
from gui_rec.testing.fake_device import FakeDevice


def runner(
    recording: Path, *devices: FakeDevice
) -> tuple[list[ReplayConfig], Callable[[ReplayConfig, str], RunReport]]:
    """What replays on one device after another, and what each run was asked."""
    asked: list[ReplayConfig] = []

    def run_one(config: ReplayConfig, word: str) -> RunReport:
        asked.append(config)
        assert word == f"run {len(asked)} of {len(devices)}, "
        device = devices[len(asked) - 1]
        return replay(recording, device, config, clock=device.clock)

    return asked, run_one


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    return record_shop(tmp_path / "buy")


def test_what_varied_is_shown_and_written(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked, run_one = runner(recording, *(saying(f"{count} things", price="$6.00") for count in (3, 4, 5)))
    config = ReplayConfig(report_dir=tmp_path / "out", timeout_s=1.0, write_verdicts=False)
    out = tmp_path / "shop.yaml"
    assert learn_rules(recording, config, 3, out, run_one, Output()) == ExitCode.OK
    assert {each.on_mismatch for each in asked} == {OnMismatch.CONTINUE}
    assert asked[0].restore == (RestoreStep.FORCE_STOP, RestoreStep.LAUNCH)
    assert [each.report_dir for each in asked] == [tmp_path / "out" / f"run_{number}" for number in (1, 2, 3)]
    slots = {str(slot.address) for rule in read_rule_file(out).steps for slot in rule.volatile}
    assert slots == {NOTE}
    said = capsys.readouterr()
    assert "2 rules from 4 runs" in said.out
    assert NOTE in said.out
    assert "step 0: /TextView#price:text is not excused ('$5.00', '$6.00')" in said.err
    assert f"gui-rec replay {recording} --rules {out}" in said.err


def test_a_run_that_failed_is_told_and_not_learnt_from(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    devices = (saying("3 things"), shop(item=SHOP["crash"]), saying("4 things"))
    _, run_one = runner(recording, *devices)
    config = ReplayConfig(report_dir=tmp_path / "out", timeout_s=1.0, write_verdicts=False)
    out = tmp_path / "shop.yaml"
    assert learn_rules(recording, config, 3, out, run_one, Output(json=True)) == ExitCode.OK
    said = capsys.readouterr()
    assert (
        "run 2: not learnt from: it ended" in said.err or "run 2: not learnt from: step 0: CRASH" in said.err
    )
    document = json.loads(said.out)
    assert [each["learnt_from"] for each in document["attempts"]] == [True, False, True]
    assert document["rules"] == str(out)


def test_with_too_few_runs_nothing_is_written(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, run_one = runner(recording, shop(item=SHOP["crash"]), saying())
    config = ReplayConfig(report_dir=tmp_path / "out", timeout_s=1.0, write_verdicts=False)
    code = learn_rules(recording, config, 2, tmp_path / "shop.yaml", run_one, Output())
    assert code == ExitCode.MISMATCH
    said = capsys.readouterr()
    assert "--restore all clears the app's data, too" in said.err
    assert "1 of 2 replays can be learnt from, two are the least; nothing was written" in said.out
    assert not (tmp_path / "shop.yaml").exists()


def test_the_options_belong_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check_learn(None, None)
    check_learn(3, tmp_path / "new.yaml")
    for learn, out in ((3, None), (None, tmp_path / "new.yaml")):
        with pytest.raises(UsageError, match="belong together"):
            check_learn(learn, out)
    (tmp_path / "old.yaml").write_text("x")
    with pytest.raises(OutputExistsError, match="never overwritten"):
        check_learn(3, tmp_path / "old.yaml")
    assert run(["replay", "t.parquet", "--learn", "3"]) == ExitCode.USAGE
    assert "--rules-out" in capsys.readouterr().err


def test_nobody_is_asked_between_runs(recording: Path, tmp_path: Path) -> None:
    config = ReplayConfig(on_mismatch=OnMismatch.ASK, report_dir=tmp_path / "out")
    with pytest.raises(UsageError, match="every run must go the same way"):
        learn_rules(recording, config, 2, tmp_path / "shop.yaml", lambda *_: pytest.fail("ran"), Output())
    assert GO_ON.on_mismatch is OnMismatch.CONTINUE
