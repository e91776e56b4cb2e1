"""Runs what the grammar parsed: pipelines, redirections, exit statuses."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from gui_rec.errors import InputError
from gui_rec.phone.commands._api import Command, Context, Io
from gui_rec.phone.commands._members import COMMANDS
from gui_rec.phone.shell import script
from gui_rec.phone.shell.ast import Pipeline, Script, Simple, ToFile
from gui_rec.phone.shell.builtins import BUILTINS, ExitShell
from gui_rec.phone.shell.expand import expand_text, expand_words
from gui_rec.phone.shell.grammar import parse
from gui_rec.phone.shell.pipes import Pipe, Sink, WiredIo, file_sink

SHELL = "/system/bin/sh"
_SYNTAX_ERROR = 2
_NOT_FOUND = 127
_CANNOT_RUN = 126
_HUNG_UP = 129
_BROKEN_PIPE = 141
_TURN = 16
_MOST_DEPTH = 40
"""Shells in shells: a script that calls itself ends as it does where no process is left to be had."""
_NO_FORK = f"{SHELL}: can't fork - try again\n".encode()
_PROGRAM_FOLDERS = ("/system/bin/", "/system/xbin/", "/vendor/bin/")


async def run_line(ctx: Context, line: str, io: Io) -> int:
    """Run a whole script in `ctx`; `exit` ends it. Returns the exit status.

    A line that is wrong or not supported is told on stderr, status 2, before any of it runs.
    """
    try:
        return await _run_source(ctx, line, io)
    except ExitShell as leaving:
        ctx.status = leaving.status
        return ctx.status


async def run_interactive(ctx: Context, io: Io, *, prompt: bytes = b"") -> int:
    """Run lines from stdin until its end or `exit`."""
    try:
        return await script.run_from_stdin(ctx, io, _run_source, prompt=prompt)
    except ExitShell as leaving:
        return leaving.status
    except InputError as error:
        await io.err(f"{SHELL}: {error}\n".encode())
        return _SYNTAX_ERROR


async def _run_source(ctx: Context, source: str, io: Io) -> int:
    try:
        parsed = parse(source)
    except (InputError, EOFError) as error:
        await io.err(f"{SHELL}: {error}\n".encode("utf-8", "surrogateescape"))
        ctx.status = _SYNTAX_ERROR
        return ctx.status
    return await run_script(ctx, parsed, io)


async def run_script(ctx: Context, parsed: Script, io: Io) -> int:
    """Run what was parsed. ExitShell passes. Stops, as SIGHUP would stop it, once the client has left."""
    for number, pipeline in enumerate(parsed.pipelines):
        if number % _TURN == _TURN - 1:
            # Commands that write nothing never wait: the rest of the phone has its turn here.
            await asyncio.sleep(0)
        if ctx.closed.is_set():
            return _HUNG_UP
        if (pipeline.join == "&&" and ctx.status != 0) or (pipeline.join == "||" and ctx.status == 0):
            continue
        if pipeline.background and ctx.jobs.is_full:
            await io.err(_NO_FORK)
            ctx.status = 1
        elif pipeline.background:
            ctx.jobs.start(_run_beside(ctx.child(), pipeline, io))
            ctx.status = 0
        else:
            ctx.status = await _run_pipeline(ctx, pipeline, io)
    return ctx.status


async def _run_beside(ctx: Context, pipeline: Pipeline, io: Io) -> int:
    """A job in the background: a sub-shell of its own, with nothing on its stdin."""
    try:
        return await _run_pipeline(ctx, pipeline, WiredIo(_nothing, io.out, io.err))
    except ExitShell as leaving:
        return leaving.status
    except BrokenPipeError:
        return _BROKEN_PIPE


async def _nothing(_limit: int) -> bytes:
    return b""


async def _run_pipeline(ctx: Context, pipeline: Pipeline, io: Io) -> int:
    if len(pipeline.commands) == 1:
        return await _run_simple(ctx, pipeline.commands[0], io)
    pipes = [Pipe() for _ in pipeline.commands[1:]]
    tasks = [
        asyncio.create_task(_run_stage(ctx.child(), command, io, pipes, number))
        for number, command in enumerate(pipeline.commands)
    ]
    try:
        await asyncio.wait(tasks)
    finally:
        for task in tasks:
            task.cancel()
    return [task.result() for task in tasks][-1]


async def _run_stage(ctx: Context, command: Simple, io: Io, pipes: Sequence[Pipe], number: int) -> int:
    """One command of a pipeline, in a sub-shell of its own."""
    before = pipes[number - 1] if number > 0 else None
    behind = pipes[number] if number < len(pipes) else None
    wired = WiredIo(before.read if before else io.read, behind.write if behind else io.out, io.err)
    try:
        return await _run_simple(ctx, command, wired)
    except ExitShell as leaving:
        return leaving.status
    except BrokenPipeError:
        if ctx.closed.is_set() or behind is None:
            raise
        return _BROKEN_PIPE
    finally:
        if before:
            await before.end_reading()
        if behind:
            await behind.end_writing()


async def _run_simple(ctx: Context, command: Simple, io: Io) -> int:
    try:
        args = expand_words(command.words, ctx)
        wired = _redirect(ctx, command, io)
        assigned = {name: expand_text(word, ctx) for name, word in command.assignments}
    except InputError as error:
        await io.err(f"{SHELL}: {error}\n".encode("utf-8", "surrogateescape"))
        raise ExitShell(_SYNTAX_ERROR) from error
    except OSError as error:
        await io.err(f"{SHELL}: can't create {error.filename}: {error.strerror}\n".encode())
        return 1
    if not args or args[0] in BUILTINS:
        for name, value in assigned.items():
            ctx.assign(name, value)
    if not args:
        return 0
    if args[0] == "exec":
        if len(args) == 1:
            return 0
        raise ExitShell(await _call(_with_env(ctx, assigned), args[1:], wired))
    if args[0] in BUILTINS:
        return await BUILTINS[args[0]](ctx, args[1:], wired)
    return await _call(_with_env(ctx, assigned), args, wired)


def _with_env(ctx: Context, assigned: dict[str, str]) -> Context:
    """A program gets a copy of what is exported: what it changes of its surroundings does not reach the shell."""
    return replace(ctx, env={**ctx.env, **assigned}, unexported={}, depth=ctx.depth + 1)


def _redirect(ctx: Context, command: Simple, io: Io) -> WiredIo:
    wired = WiredIo(io.read, io.out, io.err)
    for redirect in command.redirects:
        if isinstance(redirect, ToFile):
            sink = _file_or_terminal(ctx, expand_text(redirect.target, ctx), redirect, io)
        else:
            sink = wired.out_sink if redirect.other == 1 else wired.err_sink
        wired = replace(wired, out_sink=sink) if redirect.fd == 1 else replace(wired, err_sink=sink)
    return wired


def _file_or_terminal(ctx: Context, path: str, redirect: ToFile, io: Io) -> Sink:
    if path == "/dev/tty":
        return io.out
    return file_sink(ctx.files, ctx.path(path), append=redirect.append)


async def _call(ctx: Context, args: Sequence[str], io: Io) -> int:
    """Run a program by its name. What it lets pass is told as the platform's tools tell it."""
    name = args[0]
    if ctx.depth > _MOST_DEPTH:
        await io.err(_NO_FORK)
        return 1
    ctx.env["_"] = name
    try:
        program = await _find(ctx, name, io)
        if isinstance(program, int):
            return program
        return await program(ctx, args[1:], io) & 0xFF
    except BrokenPipeError:
        raise
    except InputError as error:
        text = f"{name}: {error}\n"
    except OSError as error:
        text = f"{name}: {error.filename or ''}: {error.strerror or error}\n"
    await io.err(text.encode("utf-8", "surrogateescape"))
    return 1


async def _find(ctx: Context, name: str, io: Io) -> Command | int:
    """The program called `name`, or the exit status with which looking for it ended."""
    bare = name
    for folder in _PROGRAM_FOLDERS:
        bare = bare.removeprefix(folder)
    if bare == "sh":
        return _sh
    if bare in COMMANDS:
        return COMMANDS.get(bare)
    if "/" in name and ctx.files.exists(ctx.path(name)):
        found = ctx.files.stat(ctx.path(name))
        if not found.is_dir and found.mode & 0o111:
            return script.runs_file(name, run_line)
        await io.err(f"{SHELL}: {name}: can't execute: Permission denied\n".encode())
        return _CANNOT_RUN
    text = f"{SHELL}: {name}: inaccessible or not found\n"
    await io.err(text.encode("utf-8", "surrogateescape"))
    return _NOT_FOUND


async def _sh(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`sh`, `sh -c LINE`, `sh FILE`: a shell in the shell."""
    if not args:
        return await run_interactive(ctx, io)
    if args[0] == "-c" and len(args) >= 2:
        return await run_line(ctx, args[1], io)
    if args[0].startswith("-"):
        await io.err(f"{SHELL}: {args[0]}: unknown option\n".encode())
        return 1
    return await script.runs_file(args[0], run_line)(ctx, args[1:], io)
