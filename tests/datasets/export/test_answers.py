from __future__ import annotations

import pytest
from small_recordings import SIZE, small_step

from gui_rec.datasets.export._api import ExportSpec
from gui_rec.datasets.export.answers import answer_text, called, told_as
from gui_rec.datasets.export.refused import RefusedError
from gui_rec.datasets.export.seen import Seen, seen_before
from gui_rec.dsl._members import CODECS
from gui_rec.model.actions import Drag, Key, OpenApp, Tap, Type
from gui_rec.model.step import Step

_TAP = small_step(0, Tap(0.5, 0.5), turn_id="t")
_TYPE = small_step(1, Type("a, 'b'\nclick(x=0.5000, y=0.5000)"), turn_id="t")


def _seen(step: Step, dialect: str) -> Seen:
    return seen_before(step, "e", ExportSpec(), CODECS.get(dialect))


@pytest.mark.parametrize(
    ("dialect", "wrapping"),
    [("scalecua", "grounding"), ("scalecua", "cot"), ("ui_tars", None), ("ui_tars_v1", "thought")],
)
def test_the_calls_of_one_answer_stand_together_and_read_back(dialect: str, wrapping: str | None) -> None:
    codec = CODECS.get(dialect)
    text = answer_text(codec, wrapping, [_TAP, _TYPE], _seen(_TAP, dialect))
    decoded = codec.decode(text, screen=SIZE)
    assert [action.type for action in decoded.actions] == ["tap", "type"]
    assert decoded.actions[1] == _TYPE.action
    assert decoded.operation == ("operation 0" if wrapping == "cot" else None)


def test_a_dialect_of_one_call_refuses_several() -> None:
    back = [small_step(0, Key("BACK")), small_step(1, Key("HOME"))]
    with pytest.raises(RefusedError, match="one_call_an_answer"):
        answer_text(CODECS.get("autoglm"), None, back, _seen(back[0], "autoglm"))


def test_what_cannot_be_said_is_refused_by_its_part() -> None:
    steps = [_TAP, small_step(1, Drag(0, 0, 1, 1))]
    with pytest.raises(RefusedError, match="inexpressible:drag"):
        answer_text(CODECS.get("scalecua"), "grounding", steps, _seen(_TAP, "scalecua"))


def test_an_app_is_called_by_its_name() -> None:
    step = small_step(0, OpenApp(package="com.example"), app_name="Shop", operation=None)
    assert called(step) == OpenApp(name="Shop", package="com.example")
    assert "Shop" in told_as(CODECS.get("scalecua"), step)
    assert told_as(CODECS.get("scalecua"), small_step(0, Drag(0, 0, 1, 1), operation=" ")) == "(drag)"
