from __future__ import annotations

import base64
import shlex
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_phone import Answer, scripted_phone

from gui_rec.device.adb import broadcast_ime, input_text
from gui_rec.device.adb.quote import command
from gui_rec.device.adb.text import enter_text
from gui_rec.errors import TextUnsupportedError
from gui_rec.model.actions import Type
from gui_rec.model.geometry import ScreenSize

SIZE = ScreenSize(1000, 2000)
OWN = "com.google.android.inputmethod.latin/.LatinIME"
PRINTABLE = "".join(chr(code) for code in range(32, 127))


def typed_by(lines: list[str]) -> str:
    """What a phone's `input` types: `%s` is a space, ENTER a line end."""
    typed = ""
    for line in lines:
        words = shlex.split(line)
        if words[:2] == ["input", "text"]:
            typed += words[2].replace("%s", " ")
        elif words == ["input", "keyevent", "KEYCODE_ENTER"]:
            typed += "\n"
    return typed


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from(PRINTABLE + "\n"), max_size=450))
def test_what_is_typed_is_the_text(text: str) -> None:
    assert input_text.can_type(text)
    assert typed_by([command(words).line for words in input_text.typing_commands(text)]) == text


@pytest.mark.parametrize(
    "text", [*PRINTABLE, "%s", "%%s", "a%sb%s", "it's", "100% sure", " lead", "trail ", "a\n\nb"]
)
def test_every_printable_character_and_the_traps(text: str) -> None:
    assert typed_by([command(words).line for words in input_text.typing_commands(text)]) == text


@pytest.mark.parametrize("text", ["é", "你好", "😀", "\t", "\x07", "\x7f"])
def test_the_rest_cannot_be_typed(text: str) -> None:
    assert not input_text.can_type(text)


class Phone:
    """A phone with keyboards. `installed`, `settable` and `enabled` tell of ADBKeyBoard."""

    def __init__(self, *, installed: bool = True, settable_after: int = 0, enabled: bool = False) -> None:
        self.installed = installed
        self.settable_after = settable_after
        self.enabled = enabled
        self.current = OWN
        self.received = ""
        self.history: list[str] = []

    def __call__(self, line: str) -> Answer:
        self.history.append(line)
        handlers: list[tuple[str, Callable[[list[str]], bytes]]] = [
            ("ime list -a -s", self._all),
            ("ime list -s", self._enabled_ones),
            ("ime enable", self._enable),
            ("ime disable", self._disable),
            ("ime set", self._set),
            ("settings get", lambda words: self.current.encode() + b"\n"),
            ("dumpsys input_method", self._dump),
        ]
        for start, handle in handlers:
            if line.startswith(start):
                return handle(line.split())
        self._broadcasts(line)
        return b""

    def _all(self, words: list[str]) -> bytes:
        return f"{OWN}\n{broadcast_ime.IME if self.installed else ''}\n".encode()

    def _enabled_ones(self, words: list[str]) -> bytes:
        return f"{OWN}\n{broadcast_ime.IME if self.enabled else ''}\n".encode()

    def _enable(self, words: list[str]) -> bytes:
        self.enabled = True
        return b"now enabled for user #0\n"

    def _disable(self, words: list[str]) -> bytes:
        self.enabled = False
        return b""

    def _set(self, words: list[str]) -> bytes:
        if words[2] == broadcast_ime.IME and self.settable_after > 0:
            self.settable_after -= 1
            return b"Unknown input method cannot be selected for user #0\n"
        self.current = words[2]
        return b"selected for user #0\n"

    def _dump(self, words: list[str]) -> bytes:
        return f"mCurId={self.current}\nmInputShown=true\n".encode()

    def _broadcasts(self, line: str) -> None:
        for part in line.split("; "):
            words = shlex.split(part)
            if words[:4] == ["am", "broadcast", "-a", "ADB_INPUT_B64"] and self.current == broadcast_ime.IME:
                self.received += base64.b64decode(words[-1]).decode()


def test_ascii_is_one_dispatch_of_input() -> None:
    phone = Phone()
    with scripted_phone(phone) as scripted:
        sent = enter_text(scripted.session, Type("it's 5"), SIZE, sdk=34)
    assert (sent.method, sent.exit_status) == ("input text", 0)
    assert phone.history == ["input text 'it'\\''s%s5'"]


def test_the_field_is_tapped_cleared_and_sent() -> None:
    action = Type("a", clear_before=True, press_enter=True, x=0.5, y=0.25)
    phone = Phone()
    with scripted_phone(phone) as scripted:
        enter_text(scripted.session, action, SIZE, sdk=34)
        enter_text(scripted.session, action, SIZE, sdk=30)
    new, old = phone.history
    deletions = "input keyevent KEYCODE_MOVE_END" + " KEYCODE_DEL" * 120
    assert old == f"input tap 500 500; {deletions}; input text a; input keyevent KEYCODE_ENTER"
    select = "input keycombination KEYCODE_CTRL_LEFT KEYCODE_A; input keyevent KEYCODE_DEL"
    assert new == old.replace(deletions, f"{select}; {deletions}")


def test_nothing_to_type_is_still_a_record() -> None:
    with scripted_phone(Phone()) as scripted:
        assert enter_text(scripted.session, Type(""), SIZE, sdk=34).exit_status == 0


@pytest.mark.parametrize("text", ["Grüße", "你好，世界", "😀 ok", "tab\there", "mixed é%s '\"\n"])
def test_other_text_goes_by_broadcast_and_the_own_keyboard_is_back_after_it(text: str) -> None:
    phone = Phone()
    with scripted_phone(phone) as scripted:
        sent = enter_text(scripted.session, Type(text, press_enter=True), SIZE, sdk=34)
    assert phone.received == text
    assert sent.method == broadcast_ime.IME
    assert sent.what.endswith("input keyevent KEYCODE_ENTER")
    assert (phone.current, phone.enabled) == (OWN, False)


def test_a_named_field_is_tapped_before_the_broadcast() -> None:
    phone = Phone(enabled=True)
    with scripted_phone(phone) as scripted:
        sent = enter_text(scripted.session, Type("é", clear_before=True, x=0.5, y=0.5), SIZE, sdk=34)
    assert sent.what.startswith("input tap 500 1000; am broadcast -a ADB_CLEAR_TEXT; ")
    assert phone.received == "é"
    assert phone.enabled, "it was enabled before"


def test_a_keyboard_that_is_slow_to_be_set_is_waited_for() -> None:
    phone = Phone(settable_after=3)
    with scripted_phone(phone) as scripted:
        enter_text(scripted.session, Type("é"), SIZE, sdk=34)
        assert isinstance(scripted.session.clock.monotonic_s(), float)
    assert phone.received == "é"


def test_a_keyboard_that_cannot_be_set_means_that_nothing_is_sent() -> None:
    phone = Phone(settable_after=10_000)
    with scripted_phone(phone) as scripted, pytest.raises(TextUnsupportedError, match="does not let"):
        enter_text(scripted.session, Type("é"), SIZE, sdk=34)
    assert not any("broadcast" in line for line in phone.history)
    assert (phone.current, phone.enabled) == (OWN, False)


@pytest.mark.parametrize("text", ["é", "\ud83d"])
def test_without_a_method_nothing_is_sent(text: str) -> None:
    phone = Phone(installed=False)
    with scripted_phone(phone) as scripted, pytest.raises(TextUnsupportedError, match="nothing was sent"):
        enter_text(scripted.session, Type(text), SIZE, sdk=34)
    assert all(line.startswith("ime list") for line in phone.history)


def test_ctrl_c_puts_the_keyboard_back(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone()

    def interrupted(session: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(broadcast_ime, "wait_until_bound", interrupted)
    with scripted_phone(phone) as scripted, pytest.raises(KeyboardInterrupt):
        enter_text(scripted.session, Type("é"), SIZE, sdk=34)
    assert (phone.current, phone.enabled) == (OWN, False)


def test_the_keyboard_in_use_already_is_left_alone() -> None:
    phone = Phone(enabled=True)
    phone.current = broadcast_ime.IME
    with scripted_phone(phone) as scripted:
        enter_text(scripted.session, Type("é"), SIZE, sdk=34)
    assert phone.current == broadcast_ime.IME
    assert not any(line.startswith("ime set") for line in phone.history)


def test_a_field_that_never_shows_a_keyboard_is_waited_for_a_while_only() -> None:
    with scripted_phone(lambda line: b"mInputShown=false\n") as scripted:
        started_s = scripted.session.clock.monotonic_s()
        assert not broadcast_ime.wait_until_bound(scripted.session)
        assert scripted.session.clock.monotonic_s() - started_s < 5


@pytest.mark.parametrize("text", ["x" * 70_000, "é" * 40_000])
def test_a_text_that_no_request_holds_is_refused_before_anything_is_sent(text: str) -> None:
    phone = Phone()
    with scripted_phone(phone) as scripted, pytest.raises(TextUnsupportedError, match="nothing was sent"):
        enter_text(scripted.session, Type(text), SIZE, sdk=34)
    assert phone.received == ""
    assert phone.current == OWN
    assert not [line for line in phone.history if line.startswith(("input", "am broadcast"))]


def test_text_for_another_display_is_typed_there_or_not_at_all() -> None:
    phone = Phone()
    with scripted_phone(phone) as scripted:
        action = Type("a b", x=0.5, y=0.5, clear_before=True, press_enter=True)
        sent = enter_text(scripted.session, action, SIZE, sdk=30, display=2)
        lines = sent.what.split("; ")
        assert len(lines) == 4
        assert all(line.startswith("input -d 2 ") for line in lines)
        assert enter_text(scripted.session, Type(""), SIZE, sdk=30, display=2).what == "true"
        before = len(scripted.lines)
        with pytest.raises(TextUnsupportedError, match="cannot be told to type on display 2"):
            enter_text(scripted.session, Type("é"), SIZE, sdk=30, display=2)
        assert len(scripted.lines) == before
