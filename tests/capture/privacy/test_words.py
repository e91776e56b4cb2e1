from __future__ import annotations

import base64
import json
import shlex
from urllib.parse import quote
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from gui_rec.capture.privacy.rules import MaskRules, PatternRule
from gui_rec.capture.privacy.words import MARK, Redactor, spellings
from gui_rec.ui import pattern

EMAIL = MaskRules(patterns=(PatternRule("email", r"[\w.+-]+@[\w-]+\.\w+"),))


def knowing(*secrets: str) -> Redactor:
    words = Redactor(MaskRules())
    for secret in secrets:
        words.learn(secret, "password")
    return words


def test_a_pattern_is_marked_wherever_it_stands() -> None:
    words = Redactor(EMAIL)
    assert words.text("write ada@example.org, not bob@example.org!") == f"write {MARK}, not {MARK}!"
    assert words.text("nobody") == "nobody"
    assert words.maybe(None) is None
    assert words.found("to ada@example.org") == [("email", "ada@example.org")]


def test_a_learnt_secret_is_a_mark_on_a_screen_and_a_slot_in_words() -> None:
    words = knowing("hunter2!", "tr0ub4dor")
    assert words.text("say hunter2! and tr0ub4dor") == f"say {MARK} and {MARK}"
    assert words.slotted("say hunter2! and tr0ub4dor") == "say ${password} and ${password_2}"
    assert words.learn("hunter2!") == "${password}"
    assert words.knows("xhunter2!x")
    assert not words.knows("hunter")


def test_the_longest_secret_wins() -> None:
    assert knowing("abcd", "abcdef").slotted("abcdef abcd") == "${password_2} ${password}"


def test_a_short_secret_is_a_word_of_its_own() -> None:
    words = knowing("7")
    assert words.text("17 lamps, gate 7") == f"17 lamps, gate {MARK}"
    assert knowing("", "  ").text("a  b") == "a  b"


def test_slots_of_a_session_that_is_gone_on_with_have_names_of_their_own() -> None:
    words = Redactor(MaskRules(), taken=frozenset(("${password}", "${password_3}")))
    assert (words.learn("abcd", "password"), words.learn("efgh", "password")) == (
        "${password_2}",
        "${password_4}",
    )
    words.put("ijkl", "${password}")
    assert words.slotted("ijkl") == "${password}"


@given(texts().filter(lambda text: len(text.strip()) >= 4), texts(), texts())
def test_no_spelling_of_a_secret_passes(secret: str, before: str, after: str) -> None:
    words = knowing(secret)
    for spelled in (
        secret,
        json.dumps({"text": secret}),
        json.dumps({"text": secret}, ensure_ascii=False),
        quote(secret),
        secret.replace(" ", "%s"),
        shlex.join(["input", "text", secret]),
        repr(secret),
    ):
        clean = words.slotted(f"{before} {spelled} {after}")
        assert "${password}" in clean
    assert secret not in words.text(before + secret + after).replace(MARK, "\0")


@given(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=6, max_size=20).filter(str.strip),
    texts(),
    texts(),
)
def test_no_encoding_of_a_secret_passes(secret: str, before: str, after: str) -> None:
    words, data = knowing(secret), secret.encode()
    alone = base64.b64encode(data).decode()
    safe = base64.urlsafe_b64encode(data).decode()
    for encoded in (
        alone,
        alone.rstrip("="),
        safe,
        json.dumps(alone)[1:-1],
        quote(alone, safe=""),
        data.hex(),
    ):
        said = words.text(f"{before} {encoded} {after}")
        assert MARK in said
        assert encoded not in said
    if len(data) >= 9:  # in the middle of a longer text that is encoded as a whole
        longer = base64.b64encode(
            before.encode("utf-8", "replace") + data + after.encode("utf-8", "replace")
        ).decode()
        assert MARK in words.text(longer)


def test_a_thought_that_spells_a_password_in_base64_is_masked() -> None:
    words = knowing("hunter2!")
    said = "I send aHVudGVyMiE= by ADB_INPUT_B64, or " + base64.b64encode(b"pw=hunter2!;").decode()
    assert words.slotted(said).count("${password}") == 2


@given(texts().filter(lambda text: len(text.strip()) >= 4))
def test_xml_spells_it_in_a_known_way(secret: str) -> None:
    breaks = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
    words = knowing(secret)
    for quote_mark in ({}, {"'": "&apos;"}, {"'": "&#39;"}):
        assert words.knows(escape(secret, {'"': "&quot;", **breaks, **quote_mark}))


def test_a_text_that_cannot_be_searched_through_is_withheld_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern, "MAX_STEPS", 10)
    assert Redactor(EMAIL).text("a long text, never searched before " * 3) == MARK


def test_spellings_of_a_plain_word_are_the_word() -> None:
    assert {spelling for spelling in spellings("hunter2") if "hunter" in spelling} == {"hunter2"}
    assert not Redactor(MaskRules())
    assert knowing("abcd")
    assert Redactor(EMAIL)
