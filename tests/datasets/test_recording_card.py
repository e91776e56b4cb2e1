"""The card of a pushed recording: its counts, its sources, and text from elsewhere that must stay text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from small_recordings import record, small_step

from gui_rec import __version__
from gui_rec.datasets.recording_card import TITLE, recording_card
from gui_rec.model.actions import Key
from gui_rec.model.episode import EpisodeInfo
from gui_rec.store.catalog import EpisodeRecord
from gui_rec.store.reader import Recording, open_trajectories
from gui_rec.store.schema import STEP_SCHEMA, STORE_VERSION

_FILES = ("data/a.parquet", "data/b: #1.parquet")


def _recording(*episodes: tuple[str, int, int]) -> Recording:
    """A recording of (source, steps, withdrawn steps) whose files are never looked at."""
    records = [
        EpisodeRecord(EpisodeInfo(f"e{at}", source), None, steps, Path("e.parquet"), withdrawn)
        for at, (source, steps, withdrawn) in enumerate(episodes)
    ]
    return Recording(Path("rec"), tuple(records))


def _parts(card: str) -> tuple[dict[str, Any], str]:
    """The front matter as data, and what stands below it."""
    begin, head, body = card.split("---\n", 2)
    assert begin == ""
    values = yaml.safe_load(head)
    assert isinstance(values, dict)
    return values, body


def test_the_head_says_what_datasets_needs() -> None:
    head, body = _parts(recording_card(_recording(("script", 3, 1)), _FILES, 12_345))
    assert head["pretty_name"] == TITLE
    (config,) = head["configs"]
    assert config["data_files"] == [{"split": "train", "path": list(_FILES)}]
    assert head["dataset_info"]["splits"] == [{"name": "train", "num_bytes": 12_345, "num_examples": 4}]
    assert [feature["name"] for feature in head["dataset_info"]["features"]] == STEP_SCHEMA.names
    assert not {"license", "language"} & set(head)
    assert body.startswith(f"\n# {TITLE}\n\n")
    assert body.endswith("\n")


@pytest.mark.parametrize(
    ("episodes", "told"),
    [
        ([("script", 1, 0)], "1 episode with 1 step (0 more were withdrawn"),
        ([("script", 2, 3)], "1 episode with 2 steps (3 more were withdrawn"),
        ([("script", 2, 0), ("touch", 5, 1)], "2 episodes with 7 steps (1 more were withdrawn"),
        ([("script", 0, 0)], "1 episode with 0 steps (0 more were withdrawn"),
    ],
)
def test_episodes_and_steps_are_counted(episodes: list[tuple[str, int, int]], told: str) -> None:
    body = _parts(recording_card(_recording(*episodes), _FILES, 1))[1]
    assert told in body
    assert f"recorded with gui-rec {__version__} (store version {STORE_VERSION})" in body


def test_each_source_is_named_once_in_order() -> None:
    sources = ["touch", "script", "touch", "import:aitz"]
    body = _parts(recording_card(_recording(*((source, 1, 0) for source in sources)), _FILES, 1))[1]
    assert "The actions came from: `import:aitz`, `script`, `touch`.\n\n" in body


def test_the_size_category_counts_withdrawn_rows() -> None:
    for withdrawn, category in ((0, "n<1K"), (1, "1K<n<10K")):
        head = _parts(recording_card(_recording(("script", 999, withdrawn)), _FILES, 1))[0]
        assert head["size_categories"] == [category]


@given(
    st.lists(st.tuples(st.text(max_size=12), st.integers(0, 50), st.integers(0, 50)), min_size=1, max_size=4)
)
@settings(max_examples=15, deadline=None)
def test_counts_add_up_and_no_source_changes_the_shape_of_the_card(
    episodes: list[tuple[str, int, int]],
) -> None:
    told = [(f"import:{source}", steps, withdrawn) for source, steps, withdrawn in episodes]
    card = recording_card(_recording(*told), _FILES, 9)
    plain = recording_card(_recording(*(("import:x", steps, gone) for _, steps, gone in told)), _FILES, 9)
    assert f"num_examples: {sum(steps + gone for _, steps, gone in told)}\n" in card
    assert card.count("\n") == plain.count("\n")
    assert card.count("`") == plain.count("`") + 2 * (len({source for source, _, _ in told}) - 1)


def test_a_source_from_elsewhere_cannot_break_out_of_its_line(tmp_path: Path) -> None:
    hostile = "import:x`\n\n# Mine\n---\n<script>"
    stored = open_trajectories(record(tmp_path / "rec", [small_step(0, Key("BACK"))], source=hostile))
    assert stored.episodes[0].info.source == hostile
    body = _parts(recording_card(stored, _FILES, 1))[1]
    assert "came from: `import:x' # Mine --- <script>`." in body
    assert [line for line in body.splitlines() if line.startswith("#")] == [f"# {TITLE}", "## At a glance"]


def test_the_same_recording_read_again_gives_the_same_card(tmp_path: Path) -> None:
    record(tmp_path / "rec", [small_step(index, Key("BACK")) for index in range(2)], episode_id="a")
    record(tmp_path / "rec", [small_step(0, Key("HOME"))], source="agent", episode_id="b")
    first, second = (recording_card(open_trajectories(tmp_path / "rec"), _FILES, 1) for _ in range(2))
    assert first == second
    assert "2 episodes with 3 steps" in first
    assert "`agent`, `script`" in first
