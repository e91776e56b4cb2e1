from __future__ import annotations

import pytest

from gui_rec.phone.world.settings_table import NAMESPACES, SettingsTable


def test_a_missing_row_is_none() -> None:
    assert SettingsTable().get("global", "nothing") is None


def test_written_rows_are_read_back() -> None:
    table = SettingsTable()
    table.put("secure", "x", "1")
    assert table.get("secure", "x") == "1"
    assert table.get("global", "x") is None


def test_writing_the_same_value_is_no_change() -> None:
    table = SettingsTable()
    table.put("system", "x", "1")
    before = table.changes
    table.put("system", "x", "1")
    assert table.changes == before


def test_deleting_says_whether_there_was_a_row() -> None:
    table = SettingsTable()
    assert table.delete("global", "wifi_on")
    assert not table.delete("global", "wifi_on")
    assert table.get("global", "wifi_on") is None


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_rows_are_listed_sorted(namespace: str) -> None:
    table = SettingsTable()
    table.put(namespace, "zz", "1")
    table.put(namespace, "aa", "2")
    keys = [key for key, _ in table.items(namespace)]
    assert keys == sorted(keys)
    assert {"aa", "zz"} <= set(keys)


def test_two_tables_do_not_share_rows() -> None:
    first, second = SettingsTable(), SettingsTable()
    first.put("global", "wifi_on", "0")
    assert second.get("global", "wifi_on") == "1"
