from __future__ import annotations

import pytest
from u2_phone import U2Phone, at_login

from gui_rec.phone.u2.params import ParamError


@pytest.mark.parametrize(
    "name",
    [
        *(
            "home",
            "back",
            "left",
            "right",
            "up",
            "down",
            "center",
            "menu",
            "search",
            "enter",
            "delete",
            "del",
        ),
        *("recent", "volume_up", "volume_down", "volume_mute", "camera", "power", "HOME"),
    ],
)
def test_every_name_of_the_client_is_a_key(name: str) -> None:
    assert U2Phone().call("pressKey", name) is True


def test_an_unknown_name_is_none() -> None:
    phone = U2Phone()
    version = phone.driven.phone.version
    assert phone.call("pressKey", "any") is False
    assert phone.driven.phone.version == version


def test_home_and_recent_do_what_they_say() -> None:
    phone = at_login()
    phone.call("pressKey", "home")
    assert phone.driven.phone.focus().package == "com.android.launcher3"
    phone.call("pressKey", "recent")
    assert "Recents" in str(phone.driven.activity())


def test_numbers_are_androids() -> None:
    phone = at_login()
    assert phone.call("pressKeyCode", 3) is True
    assert phone.driven.phone.focus().package == "com.android.launcher3"
    assert phone.call("pressKeyCode", 9999) is False


def test_meta_keys_are_held_with_the_key() -> None:
    phone = at_login()
    phone.driven.tap("username")
    assert phone.call("pressKeyCode", 29, 1) is True
    assert phone.driven.node("username")["text"] == "A"
    assert phone.call("pressKeyCode", 30, 0) is True
    assert phone.driven.node("username")["text"] == "Ab"
    assert phone.call("pressKeyCode", 29, 4096) is True
    assert phone.call("pressKeyCode", 67) is True
    assert phone.driven.node("username")["text"] == "User name"
    assert phone.call("pressKeyCode", 9999, 4096) is False


def test_a_key_without_a_name_is_a_wrong_call() -> None:
    with pytest.raises(ParamError):
        U2Phone().call("pressKey")
    with pytest.raises(ParamError):
        U2Phone().call("pressKeyCode", "home")
