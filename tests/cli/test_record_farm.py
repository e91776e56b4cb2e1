"""Which devices, and where each one's recording goes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from trajectories import an_episode

from gui_rec.capture.privacy.rules import MaskRules, PatternRule, to_texts
from gui_rec.cli._record_farm import ROSTER, assign_folders
from gui_rec.cli.main import run
from gui_rec.errors import ExitCode, InputError, OutputExistsError, UsageError
from gui_rec.store.recording import RecordingWriter

MASKS = MaskRules()


def test_what_cannot_be_meant(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="need a folder"):
        assign_folders(tmp_path / "x.parquet", ["a", "b"], MASKS)


def test_folders_tell_no_serial_and_are_found_again(tmp_path: Path) -> None:
    target = tmp_path / "farm"
    first = assign_folders(target, ["secret-1", "secret-2"], MASKS)
    assert first == {"secret-1": target / "device_1", "secret-2": target / "device_2"}
    assert "secret" not in (target / ROSTER).read_text()
    again = assign_folders(target, ["secret-3", "secret-2"], MASKS, resume=True)
    assert again == {"secret-3": target / "device_3", "secret-2": target / "device_2"}
    assert assign_folders(target, ["secret-3"], MASKS, resume=True) == {"secret-3": target / "device_3"}


def test_what_is_there_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "farm"
    assign_folders(target, ["a", "b"], MASKS)
    with pytest.raises(OutputExistsError):
        assign_folders(target, ["a", "b"], MASKS)
    assign_folders(target, ["a", "b"], MASKS, force=True)
    assert (tmp_path / "farm.replaced-1" / ROSTER).exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"salt": 1}',
        '{"salt": "x", "masks": [], "../../etc": "y"}',
        '{"salt": "x", "device_1": "y"}',
        '{"salt": "x", "masks": [1], "device_1": "y"}',
        '{"salt": "x", "masks": {}, "device_1": "y"}',
        '{"salt": "x", "masks": [], "device_2": "y"}',
    ],
)
def test_a_roster_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / ROSTER).write_text(text)
    with pytest.raises(InputError, match="roster"):
        assign_folders(tmp_path, ["a"], MASKS, resume=True)


def test_a_device_that_begins_later_withholds_what_the_farm_does(tmp_path: Path) -> None:
    farm, named = tmp_path / "farm", MaskRules(patterns=(PatternRule("name", "Ada"),))
    assign_folders(farm, ["a", "b"], named)
    with pytest.raises(UsageError, match=r"device_1, device_2 would begin now.*--redact"):
        assign_folders(farm, ["a", "b"], MASKS, resume=True)
    with pytest.raises(UsageError, match="device_3 would begin now"):
        assign_folders(farm, ["c"], MASKS, resume=True)
    assert assign_folders(farm, ["b"], named, resume=True) == {"b": farm / "device_2"}
    RecordingWriter.create(farm / "device_1", an_episode()).close()
    # What has begun keeps what it began with, whatever the line says.
    assert assign_folders(farm, ["a"], MASKS, resume=True) == {"a": farm / "device_1"}
    assert json.loads((farm / ROSTER).read_text())["masks"] == list(to_texts(named))
    with pytest.raises(UsageError, match=r"device_2 would begin"):
        assign_folders(farm, ["a", "b"], MASKS, resume=True)


def test_resuming_where_no_farm_was(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="leave --resume out"):
        assign_folders(tmp_path, ["a"], MASKS, resume=True)


@pytest.mark.parametrize("value", ["here", ":5037", "h:0", "h:70000", "h:x"])
def test_an_adb_server_has_a_host_and_a_port(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", "--adb-server", value]) == ExitCode.USAGE
    assert "expected HOST:PORT" in capsys.readouterr().err


def test_the_roster_is_plain_json(tmp_path: Path) -> None:
    assign_folders(tmp_path / "farm", ["a"], MASKS)
    assert set(json.loads((tmp_path / "farm" / ROSTER).read_text())) == {"salt", "masks", "device_1"}
