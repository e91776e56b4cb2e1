"""Pauses on a loop whose time jumps to the next timer, so that nothing really waits."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phone_commands import make_context

from gui_rec.phone.commands._api import Context
from gui_rec.phone.commands._pause import pause

T = TypeVar("T")


class _NeverWaits(selectors.SelectSelector):
    """Counts the seconds that a loop would have waited."""

    waited_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise AssertionError("the loop would wait for ever")
        self.waited_s += max(timeout, 0)
        return super().select(0)


class _JumpingLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.waits = _NeverWaits()
        super().__init__(self.waits)

    def time(self) -> float:
        return self.waits.waited_s


def on_jumping_loop(body: Callable[[Context], Awaitable[T]]) -> tuple[T, float]:
    """What `body` returns on a fresh phone, and how many seconds went by."""

    async def main() -> T:
        return await body(make_context()[0])

    with asyncio.Runner(loop_factory=_JumpingLoop) as runner:
        loop = runner.get_loop()
        begun_s = loop.time()
        result = runner.run(main())
        return result, loop.time() - begun_s


@pytest.mark.parametrize("duration_ms", [1, 0.5, 600, 3_600_000])
def test_it_lasts_as_long_as_it_should(duration_ms: float) -> None:
    went_on, took_s = on_jumping_loop(lambda ctx: pause(ctx, duration_ms))
    assert went_on
    assert took_s == pytest.approx(duration_ms / 1000)


@pytest.mark.parametrize("duration_ms", [0, -0.0, -1])
@pytest.mark.parametrize("has_left", [False, True])
def test_no_time_is_no_wait_but_the_client_counts_all_the_same(duration_ms: float, has_left: bool) -> None:
    async def body(ctx: Context) -> bool:
        if has_left:
            ctx.closed.set()
        return await pause(ctx, duration_ms)

    assert on_jumping_loop(body) == (not has_left, 0)


def test_a_client_that_has_left_before_is_not_waited_for() -> None:
    async def body(ctx: Context) -> list[bool]:
        ctx.closed.set()
        return [await pause(ctx, 60_000) for _ in range(3)]

    assert on_jumping_loop(body) == ([False] * 3, 0)


def test_a_pause_ends_the_moment_the_client_leaves() -> None:
    async def body(ctx: Context) -> tuple[bool, ...]:
        asyncio.get_running_loop().call_later(2, ctx.closed.set)
        return (await pause(ctx, 1_500), await pause(ctx, 60_000), await pause(ctx, 60_000))

    answers, took_s = on_jumping_loop(body)
    assert answers == (True, False, False)
    assert took_s == pytest.approx(2)


def test_pauses_of_two_commands_run_at_once_and_end_together() -> None:
    async def body(ctx: Context) -> list[bool]:
        asyncio.get_running_loop().call_later(3, ctx.closed.set)
        return list(await asyncio.gather(pause(ctx, 1_000), pause(ctx, 9_000), pause(ctx, 5_000)))

    answers, took_s = on_jumping_loop(body)
    assert answers == [True, False, False]
    assert took_s == pytest.approx(3)


def test_a_cancelled_pause_is_cancelled_and_leaves_nobody_waiting() -> None:
    async def body(ctx: Context) -> int:
        task = asyncio.ensure_future(pause(ctx, 60_000))
        asyncio.get_running_loop().call_later(1, task.cancel)
        with pytest.raises(asyncio.CancelledError):
            await task
        return len(asyncio.all_tasks())

    only_this_one, took_s = on_jumping_loop(body)
    assert only_this_one == 1
    assert took_s == pytest.approx(1)


@given(st.floats(1, 100_000), st.floats(1, 100_000))
@settings(max_examples=40, deadline=None)
def test_whichever_comes_first_decides(duration_ms: float, leaves_ms: float) -> None:
    async def body(ctx: Context) -> bool:
        asyncio.get_running_loop().call_later(leaves_ms / 1000, ctx.closed.set)
        return await pause(ctx, duration_ms)

    went_on, took_s = on_jumping_loop(body)
    assert took_s == pytest.approx(min(duration_ms, leaves_ms) / 1000)
    if abs(duration_ms - leaves_ms) > 0.001:
        assert went_on == (duration_ms < leaves_ms)
