from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from shop import SHOP, record_shop, shop
from varied_shop import GO_ON, NOTE, PRICE, replayed, saying

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.replayer.rules.read import read_rule_file
from gui_rec.replayer.session import replay
from gui_rec.testing.fake_device import FakeDevice


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    return record_shop(tmp_path / "buy")


def accept(recording: Path, *words: str, step: int = 0, group: str = "replay") -> int:
    folder = recording.parent
    return run(
        [
            group, "accept", str(recording), str(step), "--report", str(folder / "out"), "--rules",
            str(folder / "shop.yaml"), "--by", "ada", *words,
        ]
    )  # fmt: skip


def is_ok(recording: Path, device: FakeDevice) -> bool:
    rules = (read_rule_file(recording.parent / "shop.yaml"),)
    return replay(recording, device, replace(GO_ON, rules=rules), clock=device.clock).ok


def test_a_slot_that_differs_becomes_a_rule(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replayed(recording, recording.parent / "out", saying(price="$6.00"))
    assert accept(recording, "--as", "volatile", "--json") == ExitCode.OK
    document = json.loads(capsys.readouterr().out)
    assert (document["revision"], document["accepted_by"]) == (2, "ada")
    (rule,) = read_rule_file(recording.parent / "shop.yaml").steps
    assert [str(slot.address) for slot in rule.volatile] == [PRICE]
    assert is_ok(recording, saying(price="$7.00"))
    assert not is_ok(recording, saying(price="sold out")), "a price stays a price"


def test_one_slot_of_several_is_named(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replayed(recording, recording.parent / "out", saying(price="$6.00"))
    assert accept(recording, "--as", "volatile", "--slot", NOTE) == ExitCode.USAGE
    assert f"does not differ in this step; those that do: {PRICE}" in capsys.readouterr().err
    assert accept(recording, "--as", "volatile", "--slot", PRICE, group="rules") == ExitCode.OK


def test_the_whole_state_becomes_an_outcome_and_the_old_revision_is_kept(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replayed(recording, recording.parent / "out", saying(price="$6.00"))
    assert accept(recording, "--as", "outcome", "--slot", PRICE) == ExitCode.USAGE
    assert accept(recording, "--as", "outcome") == ExitCode.OK
    assert accept(recording, "--as", "outcome") == ExitCode.OK
    assert "shop.r2.yaml" in capsys.readouterr().err
    assert read_rule_file(recording.parent / "shop.r2.yaml").revision == 2
    config = replace(GO_ON, rules=(read_rule_file(recording.parent / "shop.yaml"),))
    first = replayed(recording, recording.parent / "again", saying(price="$6.00"), config).steps[0]
    assert (first.ok, first.verdict.outcome) == (True, "accepted 1")
    assert is_ok(recording, saying())


def test_it_is_asked_which_and_what_differs_is_shown(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replayed(recording, recording.parent / "out", saying(price="$6.00"))
    assert accept(recording) == ExitCode.USAGE
    said = capsys.readouterr().err
    assert f"{PRICE}: '$5.00' -> '$6.00'" in said
    assert "expected --as volatile or outcome" in said
    assert not (recording.parent / "shop.yaml").exists()


def test_trouble_is_never_accepted(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replayed(recording, recording.parent / "out", shop(item=SHOP["crash"]))
    assert accept(recording, "--as", "outcome") == ExitCode.USAGE
    assert "CRASH_DIALOG is trouble, not a difference" in capsys.readouterr().err
    assert not (recording.parent / "shop.yaml").exists()
