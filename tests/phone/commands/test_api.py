"""What a command is given."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phone_commands import MemoryIo, make_context

from gui_rec.phone.commands._api import read_all


@pytest.mark.parametrize(
    ("cwd", "name", "path"),
    [
        ("/", "a", "/a"),
        ("/sdcard", "a/b", "/sdcard/a/b"),
        ("/sdcard", "/a", "/a"),
        ("/sdcard/", "a", "/sdcard/a"),
        ("/sdcard", "../a", "/sdcard/../a"),
    ],
)
def test_names_are_taken_from_the_working_directory(cwd: str, name: str, path: str) -> None:
    ctx, _ = make_context()
    ctx.cwd = cwd
    assert ctx.path(name) == path


def test_a_sub_shell_shares_the_phone_and_keeps_its_own_surroundings() -> None:
    ctx, _ = make_context()
    ctx.env["A"] = "1"
    ctx.status = 5
    inner = ctx.child()
    assert (inner.phone, inner.files, inner.closed) == (ctx.phone, ctx.files, ctx.closed)
    assert (inner.env, inner.cwd, inner.status) == ({"A": "1"}, "/", 5)
    inner.env["A"] = "2"
    inner.assign("B", "3")
    inner.cwd = "/sdcard"
    inner.status = 0
    assert ctx.unexported == {}
    assert (ctx.env, ctx.cwd, ctx.status) == ({"A": "1"}, "/", 5)


@given(st.binary(max_size=200_000))
@settings(max_examples=20, deadline=None)
def test_all_of_stdin_is_read(data: bytes) -> None:
    assert asyncio.run(read_all(MemoryIo(data))) == data


def test_an_assignment_leaves_exported_what_is_exported() -> None:
    ctx, _ = make_context()
    ctx.env["A"] = "1"
    ctx.assign("A", "2")
    ctx.assign("B", "3")
    assert (ctx.env, ctx.unexported) == ({"A": "2"}, {"B": "3"})
