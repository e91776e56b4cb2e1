"""Old rows are lifted step by step; newer ones are refused."""

from __future__ import annotations

import pytest

from gui_rec.errors import StoreError
from gui_rec.store.migrate import COLUMNS, MIGRATIONS, Row, check_version, upgrade, version_by_columns
from gui_rec.store.schema import STEP_SCHEMA, STORE_VERSION


def add_goal(row: Row) -> Row:
    return {**row, "goal": "none"}


def rename_text(row: Row) -> Row:
    return {("thought" if name == "text" else name): value for name, value in row.items()}


def test_the_chain_runs_from_the_file_s_version_to_the_present() -> None:
    chain = {1: add_goal, 2: rename_text}
    assert upgrade({"text": "a"}, 1, migrations=chain, present=3) == {"goal": "none", "thought": "a"}
    assert upgrade({"text": "a"}, 2, migrations=chain, present=3) == {"thought": "a"}


def test_a_row_of_today_is_left_alone() -> None:
    row: Row = {"a": 1}
    assert upgrade(row, STORE_VERSION) is row


def test_every_older_version_has_its_migration_and_its_columns() -> None:
    assert sorted(MIGRATIONS) == list(range(1, STORE_VERSION))
    assert sorted(COLUMNS) == list(range(1, STORE_VERSION + 1))
    assert COLUMNS[STORE_VERSION] == tuple(STEP_SCHEMA.names)


@pytest.mark.parametrize("version", [STORE_VERSION + 1, 99])
def test_a_newer_version_says_what_to_do(version: int) -> None:
    with pytest.raises(StoreError, match=rf"x\.parquet: store version {version}, .*upgrade gui-rec"):
        check_version(version, "x.parquet")


@pytest.mark.parametrize("version", [0, -1])
def test_a_version_that_never_was_is_refused(version: int) -> None:
    with pytest.raises(StoreError, match="was never released"):
        check_version(version, "x.parquet")


def test_a_row_of_version_1_does_not_tell_where_its_hierarchy_came_from() -> None:
    row = upgrade({"pre_package": "a.b", "post_masked": 3}, 1)
    assert row == {
        "pre_package": "a.b",
        "pre_ui_source": None,
        "pre_masked": None,
        "post_ui_source": None,
        "post_masked": 3,
    }


def test_a_file_that_does_not_tell_its_version_has_the_newest_whose_columns_are_there() -> None:
    assert version_by_columns([*COLUMNS[1], "more"]) == 1
    assert version_by_columns(COLUMNS[2]) == 2
    assert version_by_columns(["episode_id"]) == STORE_VERSION
