from __future__ import annotations

import asyncio

import pytest
from phone_commands import MemoryIo, make_context, run

from gui_rec.phone.commands._api import Context
from gui_rec.phone.commands.app_process import U2_MAIN, app_process

JAR = "/data/local/tmp/u2.jar"


def with_jar() -> Context:
    ctx, _ = make_context()
    ctx.files.write(JAR, b"jar")
    ctx.env["CLASSPATH"] = JAR
    return ctx


def while_it_runs(ctx: Context, look: object = None, *args: str) -> tuple[int, str, tuple[str, ...]]:
    """(status, output, sockets while it ran) of a server whose client leaves after it has started."""

    async def main() -> tuple[int, str, tuple[str, ...]]:
        io = MemoryIo()
        ctx.closed = asyncio.Event()
        task = asyncio.ensure_future(app_process(ctx, ("/", U2_MAIN, *args), io))
        while not ctx.sockets.names() and not task.done():
            await asyncio.sleep(0)
        names = ctx.sockets.names()
        if callable(look):
            look()
        ctx.closed.set()
        return await task, io.stdout.decode(), names

    return asyncio.run(main())


def test_the_server_listens_until_its_client_leaves() -> None:
    ctx = with_jar()
    status, output, names = while_it_runs(ctx, None, "-p", "9008")
    assert (status, names) == (0, ("tcp:9008",))
    assert output.splitlines()[0] == "[server] INFO: [UiAutomator2Server] Starting Server"
    assert "already registered" not in output
    assert ctx.sockets.names() == ()
    assert ctx.phone.accessibility.pid is None


def test_another_port() -> None:
    assert while_it_runs(with_jar(), None, "-p", "7912")[2] == ("tcp:7912",)
    assert while_it_runs(with_jar())[2] == ("tcp:9008",)


def test_it_is_among_the_processes_while_it_runs() -> None:
    ctx = with_jar()
    seen: list[int | None] = []
    while_it_runs(ctx, lambda: seen.append(ctx.phone.accessibility.pid))
    assert seen[0] is not None
    assert run(ctx, "pidof", "app_process").status == 1
    pid = ctx.phone.accessibility.connect()
    assert run(ctx, "pidof", "app_process").out == f"{pid}\n"
    assert any(line.endswith(" app_process") for line in run(ctx, "ps", "-A").lines)


def test_a_second_one_is_told_that_the_connection_is_taken() -> None:
    ctx = with_jar()
    ctx.phone.accessibility.connect()
    ran = run(ctx, "app_process", "/", U2_MAIN, "-p", "9008")
    assert ran.status == 1
    assert "already registered" in ran.out
    assert ctx.phone.accessibility.pid is not None


def test_a_taken_port_gives_the_connection_back() -> None:
    ctx = with_jar()

    async def nobody(*_: object) -> None:
        return None

    ctx.sockets.listen("tcp:9008", nobody)
    ran = run(ctx, "app_process", "/", U2_MAIN)
    assert ran.status == 1
    assert "EADDRINUSE" in ran.out
    assert ctx.phone.accessibility.pid is None


@pytest.mark.parametrize("class_path", ["", "/data/local/tmp/other.jar"])
def test_without_its_jar_there_is_no_such_class(class_path: str) -> None:
    ctx, _ = make_context()
    ctx.env["CLASSPATH"] = class_path
    ran = run(ctx, "app_process", "/", U2_MAIN)
    assert ran.status == 134
    assert U2_MAIN in ran.err


def test_other_programs_are_not_there() -> None:
    ran = run(with_jar(), "app_process", "/", "com.example.Main")
    assert (ran.status, "com.example.Main" in ran.err) == (134, True)


@pytest.mark.parametrize("args", [(), ("/",), ("-Xmx1g", "/")])
def test_without_a_class_comes_the_usage(args: tuple[str, ...]) -> None:
    ran = run(with_jar(), "app_process", *args)
    assert ran.status == 1
    assert "Usage: app_process" in ran.err


@pytest.mark.parametrize(
    "words", [("-p",), ("-p", "x"), ("-p", "0"), ("-p", "65536"), ("-q", "1"), ("-p", "1", "2")]
)
def test_what_is_no_port_is_refused(words: tuple[str, ...]) -> None:
    ran = run(with_jar(), "app_process", "/", U2_MAIN, *words)
    assert ran.status == 1
    assert "-p PORT" in ran.err
