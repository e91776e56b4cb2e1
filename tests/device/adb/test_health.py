"""What a phone is asked before it is recorded."""

from __future__ import annotations

import pytest
from scripted_phone import Answer, scripted_phone

from gui_rec.device.adb import health
from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.health import examine

DENIED = b"java.lang.SecurityException: Injecting input events requires the caller to have the INJECT_EVENTS permission.\n"


@pytest.fixture(autouse=True)
def server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AdbClient, "version", lambda _self, _timeout_s=5.0: 41)
    monkeypatch.setattr(health, "is_running", lambda _session: False)


def phone(booted: str = "1", input_answer: Answer = b"", keyboards: bytes = b"a/.Ime\n") -> object:
    answers: dict[str, Answer] = {
        "getprop sys.boot_completed": f"{booted}\n".encode(),
        "dumpsys power": b"  mWakefulness=Asleep\n",
        "input keyevent 0": input_answer,
        "ime list -a -s": keyboards,
        "settings get secure default_input_method": b"a/.Ime\n",
    }
    return answers.get


def test_a_phone_tells_it_all() -> None:
    with scripted_phone(phone(keyboards=b"a/.Ime\ncom.android.adbkeyboard/.AdbIME\n")) as scripted:  # type: ignore[arg-type]
        found = examine(scripted.session)
    assert (found.server_version, found.booted, found.awake) == (41, True, False)
    assert (found.input_refused, found.unicode_keyboard, found.keyboard) == (None, True, "a/.Ime")


def test_a_phone_that_forbids_input_is_quoted() -> None:
    with scripted_phone(phone(input_answer=(b"", DENIED, 255))) as scripted:  # type: ignore[arg-type]
        found = examine(scripted.session)
    assert found.input_refused is not None
    assert "INJECT_EVENTS" in found.input_refused


def test_a_phone_that_is_starting_is_asked_for_no_more() -> None:
    with scripted_phone(phone(booted="")) as scripted:  # type: ignore[arg-type]
        found = examine(scripted.session)
        assert not any(line.startswith(("input", "ime")) for line in scripted.lines)
    assert (found.booted, found.awake, found.unicode_keyboard) == (False, None, None)
