"""Who may see the page."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from phone_page import get, open_page
from served_phone import serve_and
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import InvalidStatus

from gui_rec.phone.server import PhoneServer, Ready
from gui_rec.phone.web.guard import Guard, security_headers


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere() -> None:
    policy = security_headers(8123)["content-security-policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    assert "script-src 'self'" in policy
    assert not any("unsafe" in rule or "*" in rule or "https:" in rule for rule in policy)


def test_other_hosts_origins_and_tokens_see_nothing() -> None:
    async def test(_server: PhoneServer, ready: Ready) -> None:
        assert ready.web is not None
        netloc, token = urlsplit(ready.web).netloc, urlsplit(ready.web).path
        port = netloc.rpartition(":")[2]
        assert (await get(ready.web)).status == 200
        assert (await get(ready.web, headers={"Host": f"localhost:{port}"})).status == 200
        assert (await get(ready.web, headers={"Origin": f"http://{netloc}"})).status == 200
        for host in ("rebound.example", f"rebound.example:{port}", "127.0.0.1", "127.0.0.1:1", ""):
            assert (await get(ready.web, headers={"Host": host})).status == 403
        for origin in ("http://rebound.example", "null", f"https://{netloc}"):
            assert (await get(ready.web, headers={"Origin": origin})).status == 403
        for path in ("/", "/app.js", "/x" + token, token[:-2] + "/", token.upper(), "//", "/%2e%2e/"):
            answer = await get(ready.web, path)
            assert answer.status == 404
            assert answer.headers["content-security-policy"].startswith("default-src 'none'")

    serve_and(test, web_port=0)


@contextmanager
def _refused() -> Iterator[None]:
    with pytest.raises(InvalidStatus) as caught:
        yield
    assert caught.value.response.status_code == 403


@pytest.mark.parametrize("origin", [None, "http://rebound.example", "null", "https://127.0.0.1"])
def test_no_other_page_opens_the_socket(origin: str | None) -> None:
    async def attempt(address: str) -> None:
        async with open_page(address, origin=origin):
            pass

    async def test(_server: PhoneServer, ready: Ready) -> None:
        assert ready.web is not None
        with _refused():
            await asyncio.wait_for(attempt(ready.web), 10)

    serve_and(test, web_port=0)


def test_a_wrong_token_opens_no_socket() -> None:
    async def attempt(address: str) -> None:
        async with open_page(address, token="guess"):
            pass

    async def test(_server: PhoneServer, ready: Ready) -> None:
        assert ready.web is not None
        with _refused():
            await asyncio.wait_for(attempt(ready.web), 10)

    serve_and(test, web_port=0)


@pytest.mark.parametrize("path", ["", "*", "foo"])
def test_a_path_without_a_slash_is_not_found(path: str) -> None:
    async def app(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise AssertionError("let through")

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    sent: list[Message] = []
    scope = {"type": "http", "method": "GET", "path": path, "headers": [(b"host", b"localhost:1")]}
    asyncio.run(Guard(app, token="secret", port=1)(scope, receive, send))
    assert sent[0]["status"] == 404
