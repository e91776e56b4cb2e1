"""Recordings of every version of the store are read for ever, and read as the same."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from golden_recordings import EVERY_ACTION, full, main, spelled

from gui_rec.model.actions import ACTION_TYPES
from gui_rec.store.integrity import check
from gui_rec.store.migrate import COLUMNS
from gui_rec.store.reader import open_trajectories
from gui_rec.store.schema import STORE_VERSION

DATA = Path(__file__).parents[1] / "data" / "store"
FILES = sorted(DATA.glob("v*/*.parquet"))


def kept(found: object, expected: object) -> object:
    """`found` without the members that a later version added to what `expected` has."""
    if isinstance(found, dict) and isinstance(expected, dict):
        return {name: kept(found[name], value) for name, value in expected.items()}
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        return [kept(one, other) for one, other in zip(found, expected, strict=True)]
    return found


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}/{path.stem}" for path in FILES])
def test_a_recording_of_then_reads_as_it_did_then(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert kept(json.loads(json.dumps(spelled(path))), expected) == expected
    assert check(path).findings == ()


@pytest.mark.parametrize("version", sorted(COLUMNS))
def test_every_version_has_its_recordings(version: int) -> None:
    assert [path.stem for path in FILES if path.parent.name == f"v{version}"] == ["full", "minimal", "nulls"]
    assert all(path.stat().st_size < 70_000 for path in FILES)


def test_the_full_recording_shows_every_action() -> None:
    assert {action.type for action in EVERY_ACTION} == set(ACTION_TYPES)
    steps = open_trajectories(DATA / f"v{STORE_VERSION}" / "full.parquet").steps(withdrawn=True)
    assert [step.action for step in steps] == list(EVERY_ACTION)
    assert len(full()[1]) == len(EVERY_ACTION)


def test_a_recording_of_today_reads_as_the_kept_one(tmp_path: Path) -> None:
    main(tmp_path)
    for name in ("full", "minimal", "nulls"):
        there = DATA / f"v{STORE_VERSION}" / f"{name}.json"
        assert json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8")) == json.loads(
            there.read_text(encoding="utf-8")
        )


def test_an_old_recording_whose_metadata_a_foreign_tool_dropped_is_read(tmp_path: Path) -> None:
    table = pq.read_table(DATA / "v1" / "full.parquet").replace_schema_metadata(None)
    pq.write_table(table, tmp_path / "full.parquet")
    steps = list(open_trajectories(tmp_path / "full.parquet").steps(withdrawn=True))
    assert [step.action for step in steps] == list(EVERY_ACTION)
    assert {step.pre.ui_source for step in steps} == {None}
