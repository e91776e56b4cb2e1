from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.dsl.call_syntax import Call, Value, read_call, read_calls
from gui_rec.dsl.reading import Reading
from gui_rec.errors import DslError


def _call(text: str, *, lenient: bool = False) -> Call:
    return read_call(Reading(text, "test", lenient), 0)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("-1", -1),
        ("+0.5", 0.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e-3", 0.001),
        ("True", True),
        ("None", None),
        ("'a'", "a"),
        ('"a\'b"', "a'b"),
        ("()", ()),
        ("(1,)", (1,)),
        ("[1, (2, 'x'), []]", (1, (2, "x"), ())),
    ],
)
def test_values(text: str, value: Value) -> None:
    call = _call(f"f({text}, k = {text})")
    assert [argument.value for argument in call.arguments] == [value, value]
    assert [argument.name for argument in call.arguments] == [None, "k"]


def test_a_call_knows_where_it_stands() -> None:
    call = read_call(Reading("  f(x=1) ", "test"), 2)
    assert (call.position, call.end, call.arguments[0].position) == (2, 8, 4)


@pytest.mark.parametrize(
    "text",
    ["f(", "f(1", "f(1,", "f(,)", "f(1 2)", "f(x=)", "f(=1)", "1()", "f", "f(f())", "f(*a)", "f('a' 'b')", "f(u'a')",
     "f(1_000)", "f(0x10)", "f(" + "9" * 30 + ")", "f([1)", "f(" + "(" * 5 + ")" * 5 + ")", "f(" + "1," * 33 + ")"],
)  # fmt: skip
def test_what_is_no_call_is_an_error(text: str) -> None:
    with pytest.raises(DslError):
        _call(text)


def test_calls_end_at_the_closing_tag_and_not_at_one_inside_a_text() -> None:
    text = "f('</end>')\ng()</end>rest"
    calls, position = read_calls(Reading(text, "test"), 0, "</end>")
    assert [call.name for call in calls] == ["f", "g"]
    assert text[position:] == "rest"


@settings(max_examples=150, deadline=None)
@given(st.text("fx(=,)[]'\"\\0.5- \n", max_size=24), st.booleans())
def test_garbage_is_an_error_or_a_call_of_plain_values(text: str, lenient: bool) -> None:
    try:
        call = _call(text, lenient=lenient)
    except DslError as error:
        where = error.position
    else:
        where = call.end
        assert set(call.name) <= {"f", "x", "0", "5"}
    assert where is not None
    assert 0 <= where <= len(text)
