from __future__ import annotations

from gui_rec.dsl.desktop_keys import ANDROID_OF, DESKTOP_OF
from gui_rec.model.actions import Key


def test_every_name_is_a_key_and_comes_back_as_the_same_key() -> None:
    for code in ANDROID_OF.values():
        assert ANDROID_OF[DESKTOP_OF[Key(code).code]] == code
    assert DESKTOP_OF["ENTER"] == "enter"
