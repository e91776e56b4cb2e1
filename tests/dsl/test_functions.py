from __future__ import annotations

import pytest

from gui_rec.dsl.call_syntax import read_call
from gui_rec.dsl.functions import Function, decode_by
from gui_rec.dsl.numbers import Numbers
from gui_rec.dsl.reading import Reading
from gui_rec.errors import DslError
from gui_rec.model.actions import Action, Key, Wait
from gui_rec.model.geometry import Space

_TABLE = {
    "home": Function((), lambda _: Key("HOME")),
    "wait": Function(("ms",), lambda given: Wait(given.whole("ms"))),
}


def _decode(text: str) -> Action:
    reading = Reading(text, "test")
    return decode_by(_TABLE, reading, read_call(reading, 0), Numbers(Space.NORM01), None)


def test_a_call_becomes_what_its_function_makes() -> None:
    assert _decode("home()") == Key("HOME")
    assert _decode("wait(5)") == Wait(5)


@pytest.mark.parametrize(
    ("text", "message"),
    [("fly()", "one of home, wait"), ("home(1)", "no more arguments"), ("wait(-1)", "wait.duration_ms")],
)
def test_what_the_table_does_not_hold_is_an_error(text: str, message: str) -> None:
    with pytest.raises(DslError, match=message):
        _decode(text)
