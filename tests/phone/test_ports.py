"""Which port the phone takes."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator

import pytest

from gui_rec.errors import UsageError
from gui_rec.phone import ports
from gui_rec.phone.ports import bind_loopback, bind_pair, choose, greet_console, serial_of


@contextlib.contextmanager
def _closing(*sockets: socket.socket) -> Iterator[None]:
    try:
        yield
    finally:
        for one in sockets:
            one.close()


@pytest.fixture
def free_pair() -> int:
    """An odd port that is free together with the one below it."""
    port, device, console = choose(None, high=True, say=lambda _text: None, start_at=4711)
    with _closing(device, console):
        return port


def test_the_serial_follows_from_the_port() -> None:
    assert serial_of(5555) == "emulator-5554"


def test_only_the_loopback_is_bound(free_pair: int) -> None:
    listener = bind_loopback(free_pair)
    assert listener is not None
    with _closing(listener):
        assert listener.getsockname() == ("127.0.0.1", free_pair)


def test_a_taken_console_port_frees_the_other_again(free_pair: int) -> None:
    console = bind_loopback(free_pair - 1)
    assert console is not None
    with _closing(console):
        assert bind_pair(free_pair) is None
        device = bind_loopback(free_pair)
        assert device is not None
        device.close()


def test_a_port_that_somebody_answers_on_is_taken(free_pair: int) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", free_pair))
        other.listen()
        assert bind_loopback(free_pair) is None


def test_an_explicit_port_is_taken_or_refused(free_pair: int) -> None:
    port, device, console = choose(free_pair, high=False, say=lambda _text: None)
    with _closing(device, console):
        assert port == free_pair
        with pytest.raises(
            UsageError, match=f"port {free_pair} or its console port {free_pair - 1} is in use"
        ):
            choose(free_pair, high=False, say=lambda _text: None)


def test_a_busy_default_port_is_said_and_the_next_is_taken(
    free_pair: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "FIRST_PORT", free_pair)
    monkeypatch.setattr(ports, "LAST_PORT", free_pair + 30)
    said: list[str] = []
    emulator = bind_loopback(free_pair)
    assert emulator is not None
    with _closing(emulator):
        port, device, console = choose(None, high=False, say=said.append)
    with _closing(device, console):
        assert port > free_pair
        assert said[0] == f"port {free_pair} is taken (an emulator?); trying {free_pair + 2}"


def test_when_all_are_taken_it_is_an_error(free_pair: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "FIRST_PORT", free_pair)
    monkeypatch.setattr(ports, "LAST_PORT", free_pair)
    taken = bind_loopback(free_pair)
    assert taken is not None
    with _closing(taken), pytest.raises(UsageError, match="no free pair"):
        choose(None, high=False, say=lambda _text: None)


def test_the_console_greets_with_two_oks_and_quits() -> None:
    async def main() -> bytes:
        server = await asyncio.start_server(greet_console, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
        writer.write(b"auth secret\nsms send 1 hi\nquit\n")
        answer = await asyncio.wait_for(reader.read(), 5)
        writer.close()
        server.close()
        return answer

    answer = asyncio.run(main())
    assert answer.count(b"OK\r\n") == 2
    assert answer.split(b"OK\r\n")[-1].startswith(b"KO: unknown command")
    assert answer.count(b"KO") == 1
