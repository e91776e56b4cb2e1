"""Which words make a replay a set, and what it is made of."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_recordings import record, small_step

from gui_rec.cli._replay_set_options import OWN_NAMES, AskedSet
from gui_rec.cli.main import run
from gui_rec.cli.replay import command
from gui_rec.errors import ExitCode, UsageError
from gui_rec.model.actions import Key

IDS = [f"01ARZ3NDEKTSV4RRFFQ69G5FA{letter}" for letter in "ABC"]
STEPS = [small_step(0, Key("HOME"))]


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """A recording of three episodes."""
    for name in IDS:
        record(tmp_path / "many", STEPS, episode_id=name)
    return tmp_path / "many"


def test_one_trajectory_on_one_device_is_no_set(several: Path, tmp_path: Path) -> None:
    one = record(tmp_path / "one", STEPS)
    file = record(tmp_path / "one.parquet", STEPS)
    assert AskedSet().found(one, None, ()) is None
    assert AskedSet().found(file, None, ()) is None
    assert AskedSet().found(several, IDS[0], ()) is None


def test_several_trajectories_or_devices_or_an_option_are_one(several: Path, tmp_path: Path) -> None:
    one = record(tmp_path / "one", STEPS)
    cases = [
        (AskedSet(), several, None, (), IDS),
        (AskedSet(), several, IDS[1], ("a", "b"), IDS[1:2]),
        (AskedSet(), one, None, ("a", "b"), [IDS_OF_ONE]),
        (AskedSet(retry_failed=1), one, None, (), [IDS_OF_ONE]),
        (AskedSet(shard="1/1"), one, None, (), [IDS_OF_ONE]),
        (AskedSet(resume=True), one, None, (), [IDS_OF_ONE]),
        (AskedSet(fail_on_flaky=True), one, None, (), [IDS_OF_ONE]),
    ]
    for asked, path, episode, serials, expected in cases:
        found = asked.found(path, episode, serials)
        assert found is not None
        assert [item.episode_id for item in found.items] == expected


IDS_OF_ONE = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


def test_an_episode_that_is_not_there(several: Path) -> None:
    with pytest.raises(UsageError, match="no episode 'X'"):
        AskedSet(retry_failed=1).found(several, "X", ())


def test_a_set_of_nothing_is_refused(tmp_path: Path) -> None:
    record(tmp_path / "demos" / "run", STEPS, source="replay")
    with pytest.raises(UsageError, match=r"nothing to replay here \(1 episode\(s\) left by a replay\)"):
        AskedSet(retry_failed=1).found(tmp_path / "demos", None, ())


def test_the_names_of_the_options_are_the_commands() -> None:
    assert set(OWN_NAMES) <= {parameter.name for parameter in command.params}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--shard", "5/4"], "--shard: expected I/N"),
        (["--resume"], "--resume needs the folder"),
        (["--device", "a", "--all"], "cannot stand together"),
        (["--device", "a", "--device", "a"], "named twice"),
    ],
)
def test_what_cannot_be_meant_is_told_before_anything_begins(
    several: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    device = [] if "--device" in words else ["--device", "a"]
    assert run(["replay", str(several), *device, *words]) == ExitCode.USAGE
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "expected"),
    [([], 0), (["--retry-failed"], 1), (["--retry-failed", "3"], 3), (["--retry-failed=2", "--all"], 2)],
)
def test_retrying_once_needs_no_number(words: list[str], expected: int) -> None:
    context = command.make_context("replay", ["demos", *words])
    assert context.params["retry_failed"] == expected
