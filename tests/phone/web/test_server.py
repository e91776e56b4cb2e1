"""The page's server."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
from importlib.resources import files

import pytest
from phone_page import get, open_page
from served_phone import serve_and
from websockets.exceptions import ConnectionClosed

from gui_rec.errors import UsageError
from gui_rec.phone.process import PhoneProcess
from gui_rec.phone.server import PhoneServer, Ready
from gui_rec.phone.web.server import MOST_PAGES

KINDS = {"": "text/html", "app.js": "text/javascript", "style.css": "text/css"}


def test_it_serves_three_files_and_says_where() -> None:
    async def test(_server: PhoneServer, ready: Ready) -> None:
        assert ready.web is not None
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", ready.web)
        for name, kind in KINDS.items():
            answer = await get(ready.web + name)
            assert answer.status == 200
            assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
            assert answer.headers["cache-control"] == "no-store"
            assert "server" not in answer.headers
        said = (await get(ready.web)).body.decode()
        assert f"gui-rec record --device {ready.serial} --out my-session" in said
        assert (await get(ready.web + "server.py")).status == 404
        assert (await get(ready.web, method="POST")).status == 405

    [said] = serve_and(test, web_port=0)
    assert said.startswith("the page: http://127.0.0.1:")


def test_without_it_there_is_no_page() -> None:
    async def test(_server: PhoneServer, ready: Ready) -> None:
        assert ready.web is None
        assert "web" not in ready.line()

    assert serve_and(test) == []


def test_a_port_that_is_taken_is_said() -> None:
    async def test(_server: PhoneServer, _ready: Ready) -> None:
        raise AssertionError("it must not start")

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            UsageError, match=rf"--web: port {port} on 127\.0\.0\.1 .*--web 0 takes a free one"
        ):
            serve_and(test, web_port=port)


def test_one_page_too_many_is_asked_to_come_later() -> None:
    async def test(_server: PhoneServer, ready: Ready) -> None:
        assert ready.web is not None
        async with contextlib.AsyncExitStack() as pages:
            for _ in range(MOST_PAGES):
                page = await pages.enter_async_context(open_page(ready.web))
                await page.frame()
            late = await pages.enter_async_context(open_page(ready.web))
            with pytest.raises(ConnectionClosed, match="8 pages show this phone already"):
                await late.frame()

    serve_and(test, web_port=0)


def test_an_open_page_does_not_keep_the_phone_from_ending() -> None:
    async def main(address: str, phone: PhoneProcess) -> None:
        async with open_page(address) as page:
            await page.frame()
            await asyncio.to_thread(phone.stop)
            with pytest.raises(ConnectionClosed):
                await page.refusal()

    with PhoneProcess.start(options=["--no-announce", "--web"]) as phone:
        assert phone.web is not None
        asyncio.run(main(phone.web, phone))
    assert phone.stop() == 0


def test_the_files_ask_for_nothing_from_elsewhere() -> None:
    for file in files("gui_rec.phone.web").joinpath("static").iterdir():
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"https?://|//[a-z]+\.|@import|url\(|\beval\b|innerHTML", text), file.name
    page = files("gui_rec.phone.web").joinpath("static", "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|<script>|\son\w+=|\sstyle=", page)
