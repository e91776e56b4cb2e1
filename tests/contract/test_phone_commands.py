"""What holds for every command of the simulated phone's shell."""

from __future__ import annotations

import asyncio
import inspect

import pytest
from phone_commands import APIS, MemoryIo, make_context

from gui_rec.errors import InputError
from gui_rec.phone.commands._members import COMMANDS

NONSENSE = ("--no-such-option", "\N{SNOWMAN}", "-", "999999999999", "$(reboot)", "a b")


@pytest.mark.parametrize("name", list(COMMANDS))
def test_it_is_an_async_function_of_context_arguments_and_streams(name: str) -> None:
    command = COMMANDS.get(name)
    assert inspect.iscoroutinefunction(command)
    assert len(inspect.signature(command).parameters) == 3
    assert inspect.getdoc(command)


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("name", list(COMMANDS))
def test_without_arguments_and_client_it_ends_with_a_status(name: str, api: int) -> None:
    assert 0 <= call(name, (), api) <= 255


@pytest.mark.parametrize("word", NONSENSE)
@pytest.mark.parametrize("name", list(COMMANDS))
def test_nonsense_ends_with_a_status_too(name: str, word: str) -> None:
    assert 0 <= call(name, (word,), 34) <= 255
    assert 0 <= call(name, (word, word, word), 34) <= 255


def call(name: str, args: tuple[str, ...], api: int) -> int:
    """Run a command whose client has left. What the shell prints as a tool's own complaint counts as one."""
    ctx, _ = make_context(api)
    ctx.closed.set()

    async def bounded() -> int:
        async with asyncio.timeout(5):
            return await COMMANDS.get(name)(ctx, args, MemoryIo())

    try:
        return asyncio.run(bounded())
    except (InputError, OSError):
        return 1
