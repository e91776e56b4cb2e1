"""`gui-rec phone set`."""

from __future__ import annotations

import string
from collections.abc import Iterator
from contextlib import suppress
from unittest.mock import Mock, call

import pytest
from hypothesis import given
from hypothesis import strategies as st
from running_phone import running_phone

from gui_rec.cli.main import run
from gui_rec.cli.phone_set import read_changes
from gui_rec.errors import ExitCode, UsageError
from gui_rec.phone.control_client import PhoneControl
from gui_rec.phone.process import PhoneProcess


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PhoneProcess]:
    with running_phone(tmp_path_factory.mktemp("phone")) as process:
        yield process


def set_(*words: str) -> int:
    return run(["phone", "set", *words])


def test_all_of_it_is_changed_at_once(phone: PhoneProcess, capsys: pytest.CaptureFixture[str]) -> None:
    assert set_("rotation=1", "night=on", "locale=ar", "battery=15", "shop.price.lamp=31.00") == ExitCode.OK
    state = phone.control.state()
    assert (state["orientation"], state["night"], state["language"], state["battery_percent"]) == (
        1,
        True,
        "ar",
        15,
    )
    assert set_("rotation=0", "night=off", "locale=en-US", "shop.price.lamp=", "--serial", phone.serial) == 0
    state = phone.control.state()
    assert (state["orientation"], state["night"], state["language"]) == (0, False, "en-US")
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "")


def test_the_clock_jumps(phone: PhoneProcess) -> None:
    control = Mock(spec=PhoneControl)
    for change in read_changes(["clock=+7200", "clock=-60.5"]):
        change(control)
    assert control.mock_calls == [
        call.fault_on("clock-jump:7200.000000"),
        call.fault_on("clock-jump:-60.500000"),
    ]
    assert set_("clock=+7200") == ExitCode.OK
    assert phone.control.faults() == []


def test_a_screen_that_does_not_follow_the_hand_is_told(
    phone: PhoneProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    phone.control.fault_on("rotation-change:0")
    assert set_("rotation=3") == ExitCode.OK
    assert "rotation=3: the screen stays at 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("rotation=4", "rotation: expected 0..3"),
        ("rotation=", "rotation: expected 0..3"),
        ("rotation=²", "rotation: expected 0..3"),
        ("night=maybe", "night: expected on or off, got 'maybe'"),
        ("locale=fr", "expected a language that the phone speaks"),
        ("battery=101", "battery: expected 0..100"),
        ("battery=-1", "battery: expected 0..100"),
        ("clock=5", "clock: expected +SECONDS or -SECONDS, got '5'"),
        ("clock=+nan", "clock: expected"),
        ("clock=+1e12", "clock: expected"),
        ("clock=+x", "clock: expected"),
        ("brightness=3", "known: rotation=0..3"),
        ("night", "expected NAME=VALUE, got 'night'"),
        ("shop.price.sofa=3", "no app has a text 'shop.price.sofa'; known: shop.name.lamp"),
    ],
)
def test_what_cannot_be_meant_changes_nothing(
    phone: PhoneProcess, setting: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = phone.control.state()["battery_percent"]
    assert set_(setting, "battery=33") == ExitCode.USAGE
    assert said in capsys.readouterr().err
    assert phone.control.state()["battery_percent"] == before


@given(st.lists(st.text(string.printable, max_size=20), min_size=1, max_size=3))
def test_any_words_are_read_or_refused(settings: list[str]) -> None:
    with suppress(UsageError):
        assert len(read_changes(settings)) == len(settings)
