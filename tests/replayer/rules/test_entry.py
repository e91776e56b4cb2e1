from __future__ import annotations

from collections.abc import Callable

import pytest

from gui_rec.errors import InputError
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.rules.entry import Entry, at


def test_what_is_asked_for_is_given() -> None:
    entry = Entry({"a": "x", "n": 2, "f": 0.5, "b": True, "t": "layout", "l": ["p", 3], "none": None}, "top")
    assert (entry.text("a"), entry.whole("n"), entry.number("f"), entry.flag("b")) == ("x", 2, 0.5, True)
    assert entry.member("t", Tolerance) is Tolerance.LAYOUT
    assert entry.words("l") == ("p", "3")
    assert entry.text("none") is None
    assert (entry.text("zz"), entry.many("zz", lambda value, path: value)) == (None, ())
    entry.done()


def test_a_word_may_be_a_number_or_a_truth_value() -> None:
    entry = Entry({"a": 2, "b": True, "c": "x", "d": ""}, "top")
    assert [entry.word(key) for key in "abcd"] == ["2", "true", "x", ""]


@pytest.mark.parametrize(
    ("value", "ask", "told"),
    [
        (1, lambda entry: entry.text("k"), "top.k: expected a text, got 1; put it in quotes"),
        ("", lambda entry: entry.text("k"), "top.k: expected 1 to 4000 characters, got 0"),
        (True, lambda entry: entry.whole("k"), "top.k: expected a whole number, got True"),
        ("1", lambda entry: entry.number("k"), "top.k: expected a number, got '1'"),
        (float("nan"), lambda entry: entry.number("k"), "top.k: expected a number, got nan"),
        (float("inf"), lambda entry: entry.number("k"), "top.k: expected a number, got inf"),
        (1, lambda entry: entry.flag("k"), "top.k: expected true or false, got 1"),
        ("x", lambda entry: entry.member("k", Tolerance), "top.k: expected one of strict, "),
        ("x", lambda entry: entry.words("k"), "top.k: expected a list, got 'x'"),
        ([True], lambda entry: entry.words("k"), "top.k[0]: expected a text, got True"),
        ([], lambda entry: entry.entry("k"), "top.k: expected an object, got []"),
        ({}, lambda entry: entry.selector("k"), "top.k: selector: expected at least one key"),
        (1, lambda entry: entry.needed_text("z"), "top.z: missing"),
    ],
)
def test_what_is_not_as_asked_is_named(value: object, ask: Callable[[Entry], object], told: str) -> None:
    with pytest.raises(InputError) as raised:
        ask(Entry({"k": value}, "top"))
    assert str(raised.value).startswith(told)


def test_a_key_that_nobody_asked_for_is_refused() -> None:
    entry = Entry({"k": 1, "q": 2}, "top")
    entry.whole("k")
    with pytest.raises(InputError, match=r"top\.q: no such key; known: k"):
        entry.done()


def test_a_path_is_said_once() -> None:
    for told in ("bad", "top: bad"):
        with pytest.raises(InputError, match=r"^top: bad$"), at("top"):
            raise InputError(told)
