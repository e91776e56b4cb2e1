from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from u2_phone import U2Phone, selector

from gui_rec.phone.u2.params import Params
from gui_rec.phone.u2.rpc import answer, call


def ask(body: bytes, phone: U2Phone | None = None) -> dict[str, Any]:
    made = phone or U2Phone()

    async def asked() -> bytes:
        made.session.stopped = asyncio.Event()
        return await answer(made.session, body)

    told: dict[str, Any] = json.loads(made.run(asked))
    return told


def request(method: object, params: object = None, number: object = 1) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode()


def test_a_result_comes_with_the_number_of_its_request() -> None:
    assert ask(request("pressKey", ["home"], 7)) == {"jsonrpc": "2.0", "id": 7, "result": True}


@pytest.mark.parametrize("params", [None, [], {}])
def test_no_parameters_in_all_their_forms(params: object) -> None:
    assert ask(request("getClipboard", params))["result"] is None


def test_a_thrown_exception_is_an_error_with_its_class_and_text() -> None:
    assert ask(request("objInfo", [selector(text="Nowhere")])) == {
        "jsonrpc": "2.0",
        "id": 1,
        "error": {
            "code": -32001,
            "message": "androidx.test.uiautomator.UiObjectNotFoundException",
            "data": "UiSelector[TEXT=Nowhere]",
        },
    }


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", -32700),
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b"5", -32600),
        (b"{}", -32600),
        (request(5), -32600),
        (request("noSuchMethod"), -32601),
        (request("__class__"), -32601),
        (request("click", 5), -32602),
        (request("click", ["a", "b"]), -32602),
        (request("setOrientation", ["sideways"]), -32602),
    ],
)
def test_what_goes_wrong_is_an_error_of_json_rpc(body: bytes, code: int) -> None:
    told = ask(body)
    assert told["error"]["code"] == code
    assert told["error"]["message"]
    assert "result" not in told


def test_text_outside_ascii_goes_both_ways() -> None:
    phone = U2Phone()
    ask(request("setClipboard", [None, "アダ 😀"]), phone)
    assert ask(request("getClipboard"), phone)["result"] == "アダ 😀"


def test_a_lone_surrogate_does_not_break_the_answer() -> None:
    phone = U2Phone()
    ask(request("setClipboard", [None, "\ud83d"]), phone)
    assert ask(request("getClipboard"), phone)["result"] == "?"


def test_one_call_without_the_envelope() -> None:
    phone = U2Phone()
    assert phone.run(lambda: call(phone.session, "pressKey", Params(["nothing"]))) is False


@given(st.binary(max_size=60) | st.text(max_size=40).map(str.encode))
@settings(max_examples=60, deadline=None)
def test_any_body_is_answered(body: bytes) -> None:
    assert ask(body)["jsonrpc"] == "2.0"
