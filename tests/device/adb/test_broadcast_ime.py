from __future__ import annotations

import base64
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_phone import Answer, scripted_phone

from gui_rec.device.adb.broadcast_ime import (
    IME,
    clearing_commands,
    current,
    in_use,
    is_installed,
    typing_commands,
    wait_until_bound,
)
from gui_rec.device.adb.quote import sequence
from gui_rec.device.adb.session import AdbSession
from gui_rec.errors import DeviceError, TextUnsupportedError
from gui_rec.testing.clock import FakeClock

OWN = "com.vendor.keyboard/.Keys"


@dataclass
class Keyboards:
    """A phone's input methods. The first `refuses` calls of `ime set` for ADBKeyBoard fail, the setting tells of it
    only after `late` questions; after `gone` every connection breaks.
    """

    chosen: str = OWN
    enabled: list[str] = field(default_factory=lambda: [OWN])
    refuses: int = 0
    late: int = 0
    gone: bool = False
    lines: list[str] = field(default_factory=list)

    def __call__(self, line: str) -> Answer:
        if self.gone:
            return None
        self.lines.append(line)
        match line.split():
            case ["settings", "get", "secure", "default_input_method"]:
                if self.chosen == IME and self.late:
                    self.late -= 1
                    return f"{OWN}\n".encode()
                return f"{self.chosen}\n".encode()
            case ["ime", "list", "-s"]:
                return "\n".join(self.enabled).encode()
            case ["ime", "enable", name]:
                self.enabled.append(name)
                return f"Input method {name}: now enabled for user #0\n".encode()
            case ["ime", "disable", name]:
                self.enabled.remove(name)
                return b""
            case ["ime", "set", name]:
                return self._set(name)
        raise AssertionError(f"nobody should send {line!r}")

    def _set(self, name: str) -> Answer:
        if name == IME and self.refuses:
            self.refuses -= 1
            return b"", b"Error: Unknown input method cannot be selected\n", 255
        self.chosen = name
        return f"Input method {name} selected for user #0\n".encode()


def slept_s(session: AdbSession) -> float:
    assert isinstance(session.clock, FakeClock)
    return sum(session.clock.slept_s)


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        (f"{OWN}\n{IME}\n", True),
        (f"{IME}\r\n{OWN}\r\n", True),
        (f"{OWN}\n{IME}Two\n", False),
        (f"org.other.{IME}\n", False),
        ("", False),
    ],
)
def test_it_is_installed_when_its_whole_id_is_listed(listed: str, expected: bool) -> None:
    with scripted_phone(lambda line: listed.encode()) as phone:
        assert is_installed(phone.session) is expected
        assert phone.lines == ["ime list -a -s"]


@pytest.mark.parametrize(("said", "expected"), [(f"{OWN}\n", OWN), ("null\n", None), ("\n", None)])
def test_the_keyboard_in_use_may_be_none(said: str, expected: str | None) -> None:
    with scripted_phone(lambda line: said.encode()) as phone:
        assert current(phone.session) == expected


@pytest.mark.parametrize("enabled_before", [True, False])
def test_the_own_keyboard_and_what_was_enabled_are_put_back(enabled_before: bool) -> None:
    phone = Keyboards(enabled=[OWN, IME] if enabled_before else [OWN])
    with scripted_phone(phone) as scripted, in_use(scripted.session):
        assert phone.chosen == IME
    assert phone.chosen == OWN
    assert (IME in phone.enabled) is enabled_before


@pytest.mark.parametrize(("refuses", "late", "asked"), [(0, 0, 1), (0, 3, 1), (2, 2, 3)])
def test_it_is_asked_for_until_it_is_granted_and_not_again(refuses: int, late: int, asked: int) -> None:
    phone = Keyboards(refuses=refuses, late=late)
    with scripted_phone(phone) as scripted, in_use(scripted.session):
        assert phone.lines.count(f"ime set {IME}") == asked


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_they_are_put_back_after_an_error_and_the_error_goes_on(error: type[BaseException]) -> None:
    phone = Keyboards()
    with scripted_phone(phone) as scripted, pytest.raises(error), in_use(scripted.session):
        raise error
    assert (phone.chosen, phone.enabled) == (OWN, [OWN])


def test_a_phone_that_is_gone_does_not_hide_the_first_error(caplog: pytest.LogCaptureFixture) -> None:
    phone = Keyboards()

    def lose() -> None:
        phone.gone = True
        raise DeviceError("the first")

    with (
        scripted_phone(phone) as scripted,
        pytest.raises(DeviceError, match="the first"),
        in_use(scripted.session),
    ):
        lose()
    assert phone.chosen == IME, "nothing could be put back"
    assert f"ime set {OWN}" in caplog.text, "and the person is told how to"


def test_where_no_keyboard_was_set_none_is_put_back() -> None:
    phone = Keyboards(chosen="null")
    with scripted_phone(phone) as scripted, in_use(scripted.session):
        pass
    assert phone.enabled == [OWN]
    assert [line for line in phone.lines if line.startswith("ime set")] == [f"ime set {IME}"]


def test_a_keyboard_that_was_put_back_is_no_matter_for_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    phone = Keyboards()
    with scripted_phone(phone) as scripted, in_use(scripted.session):
        pass
    assert (phone.chosen, caplog.text) == (OWN, "")


def test_in_use_already_nothing_is_changed() -> None:
    phone = Keyboards(chosen=IME, enabled=[OWN, IME])
    with scripted_phone(phone) as scripted, in_use(scripted.session):
        pass
    assert phone.lines == ["settings get secure default_input_method"]


def test_a_keyboard_that_is_set_late_is_asked_for_again() -> None:
    phone = Keyboards(refuses=4)
    with scripted_phone(phone) as scripted:
        with in_use(scripted.session):
            assert phone.chosen == IME
        assert 0 < slept_s(scripted.session) < 3
    assert phone.chosen == OWN


def test_a_phone_that_refuses_says_why_and_is_left_as_it_was() -> None:
    phone = Keyboards(refuses=10_000)
    with scripted_phone(phone) as scripted:
        with pytest.raises(TextUnsupportedError, match="Unknown input method"), in_use(scripted.session):
            raise AssertionError("the body must not run")
        assert slept_s(scripted.session) == pytest.approx(3, abs=0.2)
    assert (phone.chosen, phone.enabled) == (OWN, [OWN])


def dumps(*texts: str) -> Callable[[str], Answer]:
    """Answers with one text after the other, the last one from then on."""
    left = list(texts)
    return lambda line: (left.pop(0) if len(left) > 1 else left[0]).encode()


@pytest.mark.parametrize(
    ("dump", "expected"),
    [
        (f"mCurId={IME}\nmInputShown=true\n", True),
        ("mInputShown=true\n", True),
        (f"mCurId={OWN}\nmInputShown=true\n", False),
        (f"mCurId={IME}\nmInputShown=false\n", False),
        ("", False),
    ],
)
def test_it_is_bound_when_it_is_up_and_no_other_keyboard_is(dump: str, expected: bool) -> None:
    with scripted_phone(dumps(dump)) as phone:
        assert wait_until_bound(phone.session) is expected
        assert slept_s(phone.session) == (0 if expected else pytest.approx(3, abs=0.2))


def test_it_is_waited_for() -> None:
    hidden, shown = f"mCurId={IME}\nmInputShown=false\n", f"mCurId={IME}\nmInputShown=true\n"
    with scripted_phone(dumps(hidden, hidden, shown)) as phone:
        assert wait_until_bound(phone.session)
        assert phone.lines == ["dumpsys input_method"] * 3


@settings(max_examples=80, deadline=None)
@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=60))
def test_any_text_comes_whole_through_the_shell(text: str) -> None:
    line = sequence(*typing_commands(text)).line
    assert line.isascii()
    assert "\n" not in line
    *words, encoded = shlex.split(line)
    assert words == ["am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg"]
    assert base64.b64decode(encoded, validate=True).decode() == text


def test_no_text_is_no_broadcast_and_clearing_is_one() -> None:
    assert typing_commands("") == []
    assert clearing_commands() == [["am", "broadcast", "-a", "ADB_CLEAR_TEXT"]]
