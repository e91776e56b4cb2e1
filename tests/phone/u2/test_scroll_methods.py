from __future__ import annotations

import pytest
from u2_phone import U2Phone, at_login, at_settings, selector

from gui_rec.phone.u2._api import RpcError
from gui_rec.phone.u2.lookup import node_at
from gui_rec.phone.u2.params import ParamError, Params

LIST = selector(scrollable=True)


def place(phone: U2Phone) -> tuple[int, int]:
    """(offset, range) of the list in px."""
    node = node_at(phone.session, Params([LIST]))
    return node.offset_px, node.range_px


def test_one_scroll_forward_and_back() -> None:
    phone = at_settings()
    more = phone.call("scrollForward", LIST, True, 55)
    offset, whole = place(phone)
    assert offset > 0
    assert more is (offset < whole)
    back = phone.call("scrollBackward", LIST, True, 55)
    assert place(phone)[0] < offset
    assert back is (place(phone)[0] > 0)


def test_at_its_end_a_list_says_that_there_is_no_more() -> None:
    phone = at_settings()
    assert phone.call("scrollToEnd", LIST, True, 500, 55) is True
    offset, whole = place(phone)
    assert offset == whole
    assert phone.call("scrollForward", LIST, True, 55) is False
    assert phone.call("scrollToBeginning", LIST, True, 500, 55) is True
    assert place(phone)[0] == 0
    assert phone.call("scrollBackward", LIST, True, 55) is False


def test_a_fling_goes_farther_than_a_scroll() -> None:
    slow, fast = at_settings(), at_settings()
    slow.call("scrollForward", LIST, True, 400)
    fast.call("flingForward", LIST, True)
    assert place(fast)[0] > place(slow)[0]
    fast.call("flingBackward", LIST, True)
    assert place(fast)[0] == 0


def test_flinging_to_both_ends() -> None:
    phone = at_settings()
    assert phone.call("flingToEnd", LIST, True, 500) is True
    assert place(phone)[0] == place(phone)[1]
    assert phone.call("flingToBeginning", LIST, True, 500) is True
    assert place(phone)[0] == 0


def test_too_few_swipes_do_not_reach_the_end() -> None:
    phone = at_settings()
    assert phone.call("scrollToEnd", LIST, True, 0, 55) is False
    assert place(phone)[0] == 0


def test_scrolling_to_a_view_in_either_direction() -> None:
    phone = at_settings()
    first = phone.driven.texts()
    phone.call("scrollToEnd", LIST, True, 500, 55)
    last = phone.driven.texts()[-1]
    top = next(text for text in first if text not in phone.driven.texts())
    assert phone.call("scrollTo", LIST, selector(text=top), True) is True
    assert phone.driven.has(top)
    assert phone.call("scrollTo", LIST, selector(text=last), True) is True
    assert phone.driven.has(last)
    assert phone.call("scrollTo", LIST, selector(text=last), True) is True
    assert phone.took_s == 0


def test_what_is_nowhere_is_not_found_by_scrolling() -> None:
    assert at_settings().call("scrollTo", LIST, selector(text="Nowhere"), True) is False


def test_a_vertical_list_does_not_scroll_sideways() -> None:
    phone = at_settings()
    assert phone.call("scrollForward", LIST, False, 55) is False
    assert place(phone)[0] == 0


def test_a_view_that_does_not_scroll_says_so() -> None:
    assert at_login().call("scrollForward", selector(text="Sign in"), True, 20) is False


def test_a_scroll_ends_with_the_server() -> None:
    phone = at_settings()
    assert phone.stop_after(0.1, "scrollForward", LIST, True, 100) is False
    assert place(phone)[0] == 0


@pytest.mark.parametrize(
    ("method", "rest"),
    [
        ("scrollForward", (True, 55)),
        ("flingBackward", (True,)),
        ("scrollToEnd", (True, 5, 55)),
        ("flingToBeginning", (True, 5)),
        ("scrollTo", (selector(text="x"), True)),
    ],
)
def test_a_list_that_is_not_there_is_an_exception(method: str, rest: tuple[object, ...]) -> None:
    with pytest.raises(RpcError, match="UiObjectNotFoundException"):
        at_login().call(method, selector(text="Nowhere"), *rest)


def test_a_direction_must_be_said() -> None:
    with pytest.raises(ParamError):
        at_settings().call("scrollForward", LIST)
