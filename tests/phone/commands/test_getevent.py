from __future__ import annotations

import asyncio
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phone_commands import MemoryIo, make_context, run

from gui_rec.phone.commands._api import Context
from gui_rec.phone.commands.getevent import GeteventArgs, getevent, parse_args

LINE = re.compile(rb"\[ *(\d+\.\d{6})\] (/dev/input/event\d+): (\S+) +(\S+) +(\S+) *")


def follow(ctx: Context, *args: str, taps: int = 1) -> bytes:
    """What a follower gets of `taps` finger taps."""
    streams = MemoryIo()

    async def scenario() -> None:
        reader = asyncio.ensure_future(getevent(ctx, args, streams))
        await asyncio.sleep(0)
        for _ in range(taps):
            ctx.phone.finger([(540.0, 1200.0, 0)])
            ctx.phone.tap(10, 10)
        while not reader.done() and not streams.stdout.rstrip().endswith(b"SYN_REPORT           00000000"):
            await asyncio.sleep(0)
        ctx.closed.set()
        assert await reader == 0

    asyncio.run(scenario())
    return bytes(streams.stdout)


def test_stream_announces_the_nodes_and_then_follows_the_finger() -> None:
    ctx, _ = make_context()
    lines = follow(ctx, "-lt").splitlines()
    assert lines[0] == b"add device 1: /dev/input/event1"
    assert lines[1] == b'  name:     "virtio_input_multi_touch_1"'
    events = [match.groups()[1:] for line in lines if (match := LINE.fullmatch(line))]
    assert events[0] == (b"/dev/input/event1", b"EV_ABS", b"ABS_MT_TRACKING_ID", b"00000066")
    assert events[-1] == (b"/dev/input/event1", b"EV_SYN", b"SYN_REPORT", b"00000000")
    assert events[-2][1:] == (b"EV_ABS", b"ABS_MT_TRACKING_ID", b"ffffffff")


def test_injected_taps_do_not_show() -> None:
    ctx, _ = make_context()
    one = follow(ctx, "-l", "/dev/input/event1", taps=1)
    assert one.count(b"ffffffff") == 1


def test_a_named_device_leaves_name_and_announcement_out() -> None:
    ctx, _ = make_context()
    lines = follow(ctx, "-lt", "/dev/input/event1").splitlines()
    assert all(re.fullmatch(rb"\[ *\d+\.\d{6}\] EV_\w+ .*", line) for line in lines)
    assert lines[0].endswith(b"EV_ABS       ABS_MT_TRACKING_ID   00000066            ")


def test_a_count_ends_the_stream_by_itself() -> None:
    ctx, _ = make_context()
    streams = MemoryIo()

    async def scenario() -> int:
        reader = asyncio.ensure_future(getevent(ctx, ["-q", "-c", "2"], streams))
        await asyncio.sleep(0)
        ctx.phone.finger([(540.0, 1200.0, 0)])
        return await reader

    assert asyncio.run(scenario()) == 0
    assert len(streams.stdout.splitlines()) == 2
    assert not ctx.closed.is_set()


def test_the_subscription_ends_with_the_client() -> None:
    ctx, _ = make_context()
    follow(ctx, "-lt")
    assert run(ctx, "getevent", "-t").status == 0


@pytest.mark.parametrize("flag", ["-lp", "-p", "-i", "-pl"])
def test_descriptions_end_by_themselves(flag: str) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "getevent", flag)
    assert ran.status == 0
    assert ran.out.count("add device ") == 13
    assert ran.lines[-1] == "    <none>"


def test_the_description_has_the_axes_of_an_emulator() -> None:
    ctx, _ = make_context()
    out = run(ctx, "getevent", "-lp", "/dev/input/event1").out
    for text in (
        "    KEY (0001): BTN_TOOL_RUBBER       BTN_STYLUS           \n",
        "    ABS (0003): ABS_X                 : value 0, min 0, max 32767, ",
        "                ABS_MT_SLOT           : value 0, min 0, max 10, ",
        "                ABS_MT_TOUCH_MAJOR    : value 0, min 0, max 2147483647, ",
        "                ABS_MT_POSITION_Y     : value 0, min 0, max 32767, fuzz 0, flat 0, resolution 0\n",
        "                ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, ",
        "                ABS_MT_PRESSURE       : value 0, min 0, max 1024, ",
    ):
        assert text in out
    assert "BTN_TOUCH" not in out


def test_the_rate_of_reports_follows_the_stamps() -> None:
    ctx, _ = make_context()
    lines = _of_a_finger(ctx, "-lr", "/dev/input/event1")
    reports = [line for line in lines if b"SYN_REPORT" in line]
    assert [line.partition(b" rate ")[2] for line in reports] == [b"", b"50", b"1000"]
    assert not [line for line in lines if b"rate" in line and b"SYN_REPORT" not in line]


def test_lines_run_together_without_newlines() -> None:
    ctx, _ = make_context()
    (line,) = _of_a_finger(ctx, "-n", "/dev/input/event1")
    assert line.count(b"0000 0000 00000000") == 3


def _of_a_finger(ctx: Context, *args: str) -> list[bytes]:
    streams = MemoryIo()

    async def scenario() -> None:
        reader = asyncio.ensure_future(getevent(ctx, args, streams))
        await asyncio.sleep(0)
        ctx.phone.finger([(540.0, 1200.0, 0), (540.0, 1300.0, 20)])
        for _ in range(20):
            await asyncio.sleep(0)
        ctx.closed.set()
        assert await reader == 0

    asyncio.run(scenario())
    return bytes(streams.stdout).splitlines()


@pytest.mark.parametrize("words", [("-s", "1"), ("-s0x1f",), ("-S",), ("-S", "-l")])
def test_switch_states_are_printed_for_each_node_and_end_it(words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "getevent", *words)
    assert ran.status == 0
    assert ran.lines[-13:] == ["0000"] * 13
    assert run(ctx, "getevent", *words, "/dev/input/event1").out == "0000\n"


def test_a_mask_of_nothing_prints_no_switch_and_ends() -> None:
    ctx, _ = make_context()
    assert run(ctx, "getevent", "-s", "0", "/dev/input/event1").out == ""
    assert run(ctx, "getevent", "-nS", "/dev/input/event1").out == "0000"


def test_the_verbosity_says_what_is_shown() -> None:
    ctx, _ = make_context()
    assert follow(ctx, "-v4", "-l", "/dev/input/event1").splitlines()[0] == (
        b'  name:     "virtio_input_multi_touch_1"'
    )
    head = follow(ctx, "-lv", "/dev/input/event1").splitlines()[:10]
    assert head[0] == b"add device 1: /dev/input/event1"
    assert head[-1].startswith((b"  version:", b"EV_ABS"))


def test_a_descriptor_is_available_of_no_node() -> None:
    ctx, _ = make_context()
    assert run(ctx, "getevent", "-dp").out == run(ctx, "getevent", "-p").out


def test_a_node_asked_for_by_name_is_number_one() -> None:
    ctx, _ = make_context()
    assert run(ctx, "getevent", "-p", "/dev/input/event12").lines[0] == "add device 1: /dev/input/event12"


def test_a_count_makes_a_description_wait_for_its_events() -> None:
    assert not parse_args(["-p", "-c", "1"]).ends
    assert parse_args(["-p"]).ends
    assert parse_args(["-c", "0"]).count is None


@given(st.lists(st.text(alphabet="tnsSvdpilqcrhz01x-/", max_size=5), max_size=5))
def test_whatever_is_said_is_read_or_answered_with_the_usage(words: list[str]) -> None:
    ctx, _ = make_context()
    ctx.closed.set()
    ran = run(ctx, "getevent", *words)
    assert (
        ran.status == 0
        or "Usage: getevent" in ran.err
        or "could not open" in ran.err
        or "q" in "".join(words)
    )


def test_options_are_read_as_getopt_reads_them() -> None:
    assert parse_args(["-lt"]) == GeteventArgs(frozenset("lt"), None, None)
    assert parse_args(["-l", "-c", "3", "/dev/input/event2"]) == GeteventArgs(
        frozenset("l"), 3, "/dev/input/event2"
    )
    assert parse_args(["-qc", "1"]).count == 1


@pytest.mark.parametrize("words", [("-z",), ("-h",), ("a", "b"), ("-c", "x"), ("-c",), ("-s", "x"), ("-vx",)])
def test_other_options_get_the_usage(words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "getevent", *words)
    assert (ran.status, ran.raw) == (1, b"")
    assert "Usage: getevent" in ran.err


def test_a_node_that_is_not_there() -> None:
    ctx, _ = make_context()
    ran = run(ctx, "getevent", "/dev/input/event99")
    assert (ran.status, ran.err) == (1, "could not open /dev/input/event99, No such file or directory\n")
