from __future__ import annotations

import pytest

from gui_rec.phone.world.key_codes import KEY_CODES, key_name


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("BACK", "BACK"),
        ("KEYCODE_BACK", "BACK"),
        ("4", "BACK"),
        ("3", "HOME"),
        ("66", "ENTER"),
        ("KEYCODE_4", "4"),
        ("A", "A"),
        ("29", "A"),
        ("123", "MOVE_END"),
    ],
)
def test_names_and_numbers(said: str, name: str) -> None:
    assert key_name(said) == name


@pytest.mark.parametrize("wrong", ["", "back", "NOPE", "KEYCODE_", "KEYCODE_NOPE", "9999", "-1", "²"])
def test_unknown_ones(wrong: str) -> None:
    assert key_name(wrong) is None


def test_numbers_are_unique() -> None:
    assert len(set(KEY_CODES.values())) == len(KEY_CODES)


def test_letters_and_digits_lie_where_android_has_them() -> None:
    assert (KEY_CODES["0"], KEY_CODES["9"], KEY_CODES["A"], KEY_CODES["Z"]) == (7, 16, 29, 54)
