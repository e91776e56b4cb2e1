from __future__ import annotations

import pytest
from u2_phone import at_login, selector

from gui_rec.phone.u2._api import OBJECT_NOT_FOUND, THROWN, RpcError
from gui_rec.phone.u2.lookup import find_all, find_one, node_at, not_found, query_at
from gui_rec.phone.u2.params import ParamError, Params
from gui_rec.phone.u2.selector import read_query

FIELD = "android.widget.EditText"


def test_nodes_are_found_by_the_selector_among_the_parameters() -> None:
    session = at_login().session
    assert node_at(session, Params([selector(text="Sign in")])).class_name == "android.widget.Button"
    assert node_at(session, Params([1, selector(className=FIELD)]), 1).view_id == "username"
    assert [one.view_id for one in find_all(session, read_query(selector(className=FIELD)))] == [
        "username",
        "password",
    ]


def test_a_handle_stands_for_the_selector_it_was_given_for() -> None:
    session = at_login().session
    session.objects["obj-1"] = selector(className=FIELD, instance=1)
    assert node_at(session, Params(["obj-1"])).view_id == "password"


def test_what_is_not_there_is_the_exception_that_the_client_knows() -> None:
    session = at_login().session
    with pytest.raises(RpcError) as caught:
        find_one(session, read_query(selector(text="Nowhere")))
    assert (caught.value.code, caught.value.message) == (THROWN, OBJECT_NOT_FOUND)
    assert caught.value.data == "UiSelector[TEXT=Nowhere]"
    assert "uiautomator.UiObjectNotFoundException" in not_found("x").message


def test_an_unknown_handle_is_not_there_either() -> None:
    with pytest.raises(RpcError, match="UiObjectNotFoundException"):
        query_at(at_login().session, Params(["obj-7"]))


@pytest.mark.parametrize("value", [None, 5, [], {"mask": "x"}])
def test_what_is_neither_is_a_wrong_parameter(value: object) -> None:
    with pytest.raises(ParamError):
        query_at(at_login().session, Params([value]))
