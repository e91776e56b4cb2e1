from __future__ import annotations

import pytest

from gui_rec.phone.apps.settings_pages import DIALOGS, MAIN, PAGES, SettingsRow
from gui_rec.phone.render.sprite_data import ICONS
from gui_rec.phone.world.settings_table import NAMESPACES

ROWS = (*MAIN, *(row for _, rows in PAGES.values() for row in rows))
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
