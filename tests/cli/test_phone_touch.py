"""`gui-rec phone touch`: what it does to a running phone, seen in the phone's state."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from driven_phone import Driven
from running_phone import running_phone

from gui_rec.cli import phone_touch
from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.phone.process import PhoneProcess
from gui_rec.phone.world.side_keys import NAMES


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PhoneProcess]:
    with running_phone(tmp_path_factory.mktemp("phone")) as process:
        yield process


@pytest.fixture
def twin() -> Driven:
    """A phone of this process with the same screens, which says where things lie."""
    return Driven()


def touch(*words: object) -> int:
    return run(["phone", "touch", *map(str, words)])


def _screen(phone: PhoneProcess) -> dict[str, Any]:
    screen = phone.control.state()["screen"]
    assert isinstance(screen, dict)
    return screen


def test_a_tap_and_keys_reach_the_field(phone: PhoneProcess, twin: Driven) -> None:
    assert touch("tap", *twin.center("Shop")) == ExitCode.OK
    assert phone.control.state()["package"] == "com.example.shop"
    twin.tap("Shop")
    assert touch("tap", *twin.center("username")) == ExitCode.OK
    assert touch("type", "Ada") == ExitCode.OK
    assert _screen(phone)["vars"]["username"] == "Ada"


def test_the_second_display_is_touched_where_there_is_one(
    phone: PhoneProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert phone.is_running
    assert touch("tap", 640, 650, "--display", 1) == ExitCode.USAGE
    assert "--displays 2" in capsys.readouterr().err
    with running_phone(tmp_path, "--displays=2") as two:
        assert touch("tap", 640, 650, "--display", 1) == ExitCode.OK
        assert two.control.state()["second_display"] == {"drawer": True, "touches": 1}
        assert touch("tap", 9000, 650, "--display", 1) == ExitCode.USAGE


def test_text_without_keys_is_refused(phone: PhoneProcess, capsys: pytest.CaptureFixture[str]) -> None:
    before = _screen(phone)
    assert touch("type", "é") == ExitCode.USAGE
    assert "no key for 'é'" in capsys.readouterr().err
    assert _screen(phone) == before


def test_a_pinch_has_no_effect_where_nothing_zooms_and_needs_room(
    phone: PhoneProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    before = _screen(phone)
    assert touch("pinch", 540, 700, 2.0, "--ms", 20) == ExitCode.OK
    assert _screen(phone) == before
    assert touch("pinch", 1, 700, 2.0) == ExitCode.USAGE
    assert "no room" in capsys.readouterr().err


def test_a_swipe_and_a_long_press_take_their_time(phone: PhoneProcess) -> None:
    assert touch("swipe", 540, 900, 540, 500, "--ms", 30) == ExitCode.OK
    assert touch("long-press", 540, 20, "--ms", 30) == ExitCode.OK


def test_the_phones_own_keys_are_pressed(phone: PhoneProcess, capsys: pytest.CaptureFixture[str]) -> None:
    assert touch("key", "power", "--ms", 30) == ExitCode.OK
    assert phone.control.state()["awake"] is False
    assert touch("key", "POWER", "--ms", 30) == ExitCode.OK
    assert phone.control.state()["awake"] is True
    assert touch("key", "home") == ExitCode.OK
    assert touch("key", "camera") == ExitCode.USAGE
    assert "'camera' is not one of" in capsys.readouterr().err


def test_the_names_of_the_keys_are_the_phones() -> None:
    assert set(phone_touch._KEYS) == set(NAMES)


@pytest.mark.parametrize(
    "words",
    [
        ["tap", 1080, 5],
        ["tap", 5, 2400],
        ["tap", "nan", 5],
        ["long-press", 5, 9999],
        ["swipe", 5, 5, 5000, 5],
        ["pinch", 540, 2500, 2],
    ],
)
def test_beside_the_glass_nothing_is_touched(
    phone: PhoneProcess, words: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    before = _screen(phone)
    assert touch(*words) == ExitCode.USAGE
    error = capsys.readouterr().err
    assert "the screen of 1080x2400 px" in error or "expected a number" in error
    assert _screen(phone) == before


@pytest.mark.parametrize(
    "words",
    [
        ["tap", "1"],
        ["tap", "a", "1"],
        ["swipe", "1", "1", "2", "2", "--ms", "-1"],
        ["pinch", "1", "1", "99"],
        ["type"],
        ["key"],
        ["key", "back", "--ms", "x"],
        ["fly"],
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert touch(*words) == ExitCode.USAGE
    assert "Error:" in capsys.readouterr().err


def test_the_help_of_typing_says_how_enter_is_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["phone", "touch", "type", "--help"]) == ExitCode.OK
    assert "$'red lamp\\n'" in capsys.readouterr().out
