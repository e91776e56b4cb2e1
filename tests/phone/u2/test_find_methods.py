from __future__ import annotations

import pytest
from u2_phone import U2Phone, at_login, at_settings, related, selector

from gui_rec.model.geometry import Rect
from gui_rec.phone.u2._api import RpcError
from gui_rec.phone.u2.find_methods import center
from gui_rec.phone.u2.nodes import UiNode
from gui_rec.phone.u2.params import ParamError

SIGN_IN = selector(text="Sign in")
NOWHERE = selector(text="Nowhere")
FIELDS = selector(className="android.widget.EditText")


def test_exist_and_count() -> None:
    phone = at_login()
    assert phone.call("exist", SIGN_IN) is True
    assert phone.call("exist", NOWHERE) is False
    assert phone.call("count", FIELDS) == 2
    assert phone.call("count", NOWHERE) == 0


def test_views_of_all_windows_exist() -> None:
    phone = at_login()
    assert phone.call("exist", selector(resourceId="com.android.systemui:id/clock")) is True


def test_info_of_the_first_and_of_all() -> None:
    phone = at_login()
    first = phone.call("objInfo", FIELDS)
    everyone = phone.call("objInfoOfAllInstances", FIELDS)
    assert first == everyone[0]
    assert [one["text"] for one in everyone] == ["User name", "Password"]
    assert phone.call("objInfoOfAllInstances", NOWHERE) == []


def test_info_of_nothing_is_an_exception() -> None:
    with pytest.raises(RpcError, match="UiObjectNotFoundException"):
        at_login().call("objInfo", NOWHERE)


def test_what_is_there_is_not_waited_for() -> None:
    phone = at_login()
    assert phone.call("waitForExists", SIGN_IN, 20_000) is True
    assert phone.call("waitUntilGone", NOWHERE, 20_000) is True
    assert phone.took_s == 0


def test_what_does_not_come_is_waited_for_as_long_as_asked() -> None:
    phone = at_login()
    assert phone.call("waitForExists", NOWHERE, 2_500) is False
    assert phone.took_s == pytest.approx(2.5, abs=0.01)
    assert phone.call("waitUntilGone", SIGN_IN, 1_000) is False
    assert phone.took_s == pytest.approx(1.0, abs=0.01)


def test_what_comes_meanwhile_ends_the_wait() -> None:
    phone = U2Phone()
    came = phone.call_and_later(1.0, lambda: phone.driven.tap("Shop"), "waitForExists", SIGN_IN, 20_000)
    assert came is True
    assert 1.0 <= phone.took_s < 1.2


def test_what_goes_meanwhile_ends_the_wait() -> None:
    phone = at_login()
    gone = phone.call_and_later(1.0, lambda: phone.driven.phone.key("HOME"), "waitUntilGone", SIGN_IN, 20_000)
    assert gone is True
    assert 1.0 <= phone.took_s < 1.2


def test_a_wait_ends_with_the_server() -> None:
    phone = at_login()
    assert phone.stop_after(1.0, "waitForExists", NOWHERE, 600_000) is False
    assert phone.took_s == pytest.approx(1.0, abs=0.1)


def test_a_child_is_found_by_the_text_in_it_and_handed_out_as_a_handle() -> None:
    phone = at_settings()
    listed = selector(scrollable=True)
    rows = selector(clickable=True)
    titles = related(related(listed, "child", clickable=True), "child", textMatches=".+")
    title = phone.call("objInfoOfAllInstances", titles)[0]["text"]
    handle = phone.call("childByText", listed, rows, title)
    told = phone.call("objInfo", handle)
    assert told["clickable"] is True
    text = phone.call("objInfo", related(listed, "child", text=title))["bounds"]
    assert told["bounds"]["top"] <= text["top"] < text["bottom"] <= told["bounds"]["bottom"]
    assert phone.call("exist", handle) is True


def test_a_child_by_number() -> None:
    phone = at_settings()
    rows = [
        phone.call("childByInstance", selector(scrollable=True), selector(clickable=True), at)
        for at in (0, 1)
    ]
    tops = [phone.call("objInfo", handle)["bounds"]["top"] for handle in rows]
    assert tops[0] < tops[1]
    assert rows[0] != rows[1]


@pytest.mark.parametrize(
    ("method", "last"),
    [("childByText", "Nowhere"), ("childByDescription", "Nowhere"), ("childByInstance", 99)],
)
def test_a_child_that_is_not_there_is_an_exception(method: str, last: object) -> None:
    with pytest.raises(RpcError, match="UiObjectNotFoundException"):
        at_settings().call(method, selector(scrollable=True), selector(clickable=True), last)


def test_a_child_by_its_description() -> None:
    phone = U2Phone()
    bar = selector(resourceId="com.android.systemui:id/navigation_bar_frame")
    handle = phone.call("childByDescription", bar, selector(clickable=True), "Home")
    assert phone.call("objInfo", handle)["resourceName"] == "com.android.systemui:id/home"


@pytest.mark.parametrize("params", [(), (5,), (None,)])
@pytest.mark.parametrize("method", ["exist", "count", "objInfo", "waitForExists"])
def test_a_call_without_a_selector_is_a_wrong_call(method: str, params: tuple[object, ...]) -> None:
    with pytest.raises(ParamError):
        U2Phone().call(method, *params)


def test_the_middle_of_what_is_seen() -> None:
    node = UiNode("a.B", "c", Rect(0, -100, 100, 100), Rect(0, 0, 100, 100))
    assert center(node) == (50, 50)
