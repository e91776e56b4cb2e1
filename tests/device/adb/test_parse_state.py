from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.device.adb.parse_state import (
    parse_awake,
    parse_current_ime,
    parse_keyboard_shown,
    parse_night_mode,
    parse_properties,
    parse_setting,
)

SHOWN = """\
  mCurMethodId=com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME
      mImeWindowVis=3
      mInputShown=true
  mShowRequested=true mInputShown=true
"""


def test_the_keyboard() -> None:
    assert parse_keyboard_shown(SHOWN) is True
    assert parse_keyboard_shown(SHOWN.replace("true", "false").replace("Vis=3", "Vis=0")) is False
    assert parse_keyboard_shown(SHOWN.replace("Vis=3", "Vis=0")) is False, "a stale mInputShown"
    assert parse_keyboard_shown("mImeWindowVis=3") is True
    assert parse_keyboard_shown("mInputShown=false") is False
    assert parse_keyboard_shown("nothing") is None


@pytest.mark.parametrize("key", ["mCurMethodId", "mSelectedMethodId", "mCurId"])
def test_the_current_keyboard(key: str) -> None:
    assert parse_current_ime(f"  {key}=com.a.b/.Ime mHave=1") == "com.a.b/.Ime"
    assert parse_current_ime("") is None


@pytest.mark.parametrize(
    ("text", "awake"),
    [
        ("  mWakefulness=Awake", True),
        ("  mWakefulness=Asleep", False),
        ("  mWakefulness=Dozing", False),
        ("Display Power: state=ON", True),
        ("Display Power: state=OFF", False),
        ("", None),
    ],
)
def test_whether_the_screen_is_on(text: str, awake: bool | None) -> None:
    assert parse_awake(text) is awake


def test_properties() -> None:
    text = "[ro.a]: [b]\r\n[ro.empty]: []\n[ro.odd]: [a]b]\n[ro.lines]: [one\ntwo]\nnoise\n"
    assert parse_properties(text) == {"ro.a": "b", "ro.empty": "", "ro.odd": "a]b", "ro.lines": "one\ntwo"}


@settings(max_examples=60, deadline=None)
@given(st.text("ab.[]: \n=", max_size=60))
def test_any_properties_are_survived(text: str) -> None:
    assert isinstance(parse_properties(text), dict)


def test_settings() -> None:
    assert parse_setting("1.15\n") == "1.15"
    assert parse_setting("null\n") is None
    assert parse_setting("") is None


def test_night_mode() -> None:
    assert parse_night_mode("Night mode: yes\n") is True
    assert parse_night_mode("Night mode: no") is False
    assert parse_night_mode("Night mode: auto") is None
