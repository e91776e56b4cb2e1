"""What every dialect must keep to, whichever it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import actions

from gui_rec.dsl._api import ActionCodec, FidelityKind
from gui_rec.dsl._members import CODECS, WRITTEN
from gui_rec.errors import DslError
from gui_rec.model.action_fields import from_fields, to_fields
from gui_rec.model.actions import Action, target_point
from gui_rec.model.geometry import Point, ScreenSize, to_px, to_unit

_DAMAGE = st.sampled_from(["", "'", '"', ")", "]", "\\", "\n", "<|x|>", "__import__('os')", "\ud800", "\0"])
_SCREEN = ScreenSize(1080, 2400)
_SCREENS = st.sampled_from([ScreenSize(1080, 2400), ScreenSize(720, 1280), ScreenSize(2992, 1344)])


@pytest.fixture(params=sorted(CODECS))
def codec(request: pytest.FixtureRequest) -> ActionCodec:
    return CODECS.get(request.param)


def _executed(action: Action, screen: ScreenSize) -> Action:
    """The action with its points at whole pixels, as a recorder stores them."""
    record = to_fields(action)
    for x, y in (("x", "y"), ("x1", "y1"), ("x2", "y2")):
        a, b = record.get(x), record.get(y)
        if isinstance(a, float) and isinstance(b, float):
            point = to_unit(to_px(Point(a, b), screen), screen)
            record[x], record[y] = point.x, point.y
    return from_fields(record)


def test_a_member_calls_itself_by_its_name(codec: ActionCodec) -> None:
    assert isinstance(codec, ActionCodec)
    assert CODECS.get(codec.name) is codec
    assert codec.signatures


@given(drawn=actions(), screen=_SCREENS)
@pytest.mark.parametrize("name", sorted(CODECS))
def test_an_action_comes_back_up_to_the_declared_loss(name: str, drawn: Action, screen: ScreenSize) -> None:
    codec = CODECS.get(name)
    action = _executed(drawn, screen)
    fidelity = codec.fidelity(action)
    if not fidelity.expressible:
        assert fidelity.note
        with pytest.raises(DslError):
            codec.encode(action, screen=screen)
        return
    back = codec.decode(codec.encode(action, screen=screen), screen=screen)
    assert back.repairs == ()
    assert len(back.actions) == 1
    if fidelity.kind is FidelityKind.EXACT:
        assert back.actions == (action,)
        return
    assert fidelity.note
    before, after = target_point(action), target_point(back.actions[0])
    if before is not None and after is not None and action.type != "scroll":
        grain, was, now = codec.grain_px(screen), to_px(before, screen), to_px(after, screen)
        assert abs(was.x - now.x) <= grain[0]
        assert abs(was.y - now.y) <= grain[1]


@given(text=st.text(max_size=80), repair=st.booleans())
@pytest.mark.parametrize("name", sorted(CODECS))
def test_garbage_is_an_error_and_never_an_action(name: str, text: str, repair: bool) -> None:
    with pytest.raises(DslError):
        CODECS.get(name).decode(text, repair=repair)


@given(action=actions())
@pytest.mark.parametrize("name", sorted(CODECS))
def test_words_come_back_from_every_wrapping(name: str, action: Action) -> None:
    codec = CODECS.get(name)
    if not codec.fidelity(action).expressible:
        return
    for wrapping in codec.wrappings:
        needs = codec.needs(wrapping)
        said = codec.encode(
            action, screen=_SCREEN, thought="why <b>", operation="what\nnow", wrapping=wrapping
        )
        back = codec.decode(said, screen=_SCREEN)
        assert back.thought == ("why <b>" if "thought" in needs else None)
        assert back.operation == ("what\nnow" if "operation" in needs else None)


def test_an_unknown_wrapping_is_an_error(codec: ActionCodec) -> None:
    with pytest.raises(DslError):
        codec.needs("no such wrapping")


@given(action=actions(), at=st.integers(0, 200), cut=st.integers(0, 3), piece=_DAMAGE, repair=st.booleans())
@pytest.mark.parametrize("name", WRITTEN)
def test_a_damaged_answer_reads_as_actions_or_is_an_error(
    name: str, action: Action, at: int, cut: int, piece: str, repair: bool
) -> None:
    """Cut, doubled or spoilt anywhere: never another exception, and never what no parser could take."""
    codec = CODECS.get(name)
    if not codec.fidelity(action).expressible:
        return
    said = codec.encode(action, screen=_SCREEN)
    try:
        back = codec.decode(said[:at] + piece + said[at + cut :], screen=_SCREEN, repair=repair)
    except DslError:
        return
    assert back.actions
    assert name == "canonical" or not any(found.type == "invalid" for found in back.actions)


def test_which_dialects_are_written_is_said_once(codec: ActionCodec) -> None:
    assert codec.writes == (codec.name in WRITTEN)
