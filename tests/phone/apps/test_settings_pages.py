from __future__ import annotations

import pytest

from gui_rec.phone.apps.settings_pages import DIALOGS, MAIN, PAGES, SettingsRow
from gui_rec.phone.render.sprite_data import ICONS
from gui_rec.phone.world.settings_table import NAMESPACES
from gui_rec.phone.world.word_table import CHINESE

ROWS = (*MAIN, *(row for _, rows in PAGES.values() for row in rows))
SAME_IN_EVERY_LANGUAGE = {
    "{model}", "{release}", "{api}", "{locale}", "{timeout}", "{volume} of 15",
    "AndroidWifi", "T-Mobile", "VPN", "WPA2-Personal", "Your New Adventure", "Shop", "Notes", "SDK",
    "5 GHz", "40%", "14.20 MB", "3.10 MB", "2.3.1", "1.4", "6.1.23", "UE1A.230829.036",
}  # fmt: skip
FACTS = {"model": "m", "release": "r", "api": "a", "locale": "l", "volume": "v", "timeout": "t"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.title)
def test_a_row_is_sound(row: SettingsRow) -> None:
    assert row.title
    assert not row.icon or row.icon in ICONS
    assert not row.dialog or row.dialog in DIALOGS
    assert row.setting is None or row.setting[0] in NAMESPACES
    assert row.summary.format(**FACTS) is not None
    assert sum(map(bool, (row.page, row.setting, row.dialog))) <= 1


def test_titles_on_a_page_are_unique() -> None:
    for rows in (MAIN, *(rows for _, rows in PAGES.values())):
        titles = [row.title for row in rows]
        assert len(set(titles)) == len(titles)


def test_every_page_can_be_reached() -> None:
    assert set(PAGES) <= {row.page for row in ROWS}


def test_the_options_of_a_dialog_differ() -> None:
    for _, (namespace, key), options in DIALOGS.values():
        assert namespace in NAMESPACES
        assert key
        assert len({value for _, value in options}) == len(options)


def test_every_text_is_in_the_table_of_languages() -> None:
    texts = {text for row in ROWS for text in (row.title, row.summary) if text}
    texts |= {title for title, _ in PAGES.values()}
    texts |= {
        label for title, _, options in DIALOGS.values() for label in (title, *(name for name, _ in options))
    }
    texts |= {f"{level} of 15" for level in range(16)}
    assert texts - CHINESE.keys() == SAME_IN_EVERY_LANGUAGE
