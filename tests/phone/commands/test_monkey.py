from __future__ import annotations

import pytest
from phone_commands import SHOP, make_context, run

from gui_rec.phone.commands.monkey import MonkeyArgs, echo_err, echo_out, parse_args

LAUNCHER = "android.intent.category.LAUNCHER"
START = ("-p", SHOP, "-c", LAUNCHER, "1")


def test_it_starts_the_launcher_activity_and_talks_on_both_streams() -> None:
    ctx, _ = make_context()
    ran = run(ctx, "monkey", *START)
    assert ran.status == 0
    assert ran.lines == [
        "  bash arg: -p",
        f"  bash arg: {SHOP}",
        "  bash arg: -c",
        f"  bash arg: {LAUNCHER}",
        "  bash arg: 1",
        "Events injected: 1",
        "## Network stats: elapsed time=13ms (0ms mobile, 0ms wifi, 13ms not connected)",
    ]
    assert ran.err.splitlines()[0] == f"args: [-p, {SHOP}, -c, {LAUNCHER}, 1]"
    assert f'data="{SHOP}"' in ran.err
    assert ctx.phone.focus().package == SHOP


def test_it_switches_automatic_rotation_on() -> None:
    ctx, _ = make_context()
    ctx.phone.settings.put("system", "accelerometer_rotation", "0")
    run(ctx, "monkey", *START)
    assert ctx.phone.settings.get("system", "accelerometer_rotation") == "1"


@pytest.mark.parametrize(
    "words",
    [
        ("-p", "com.nobody", "-c", LAUNCHER, "1"),
        ("-p", "com.android.systemui", "-c", LAUNCHER, "1"),
        ("-p", SHOP, "-c", "android.intent.category.CAR_DOCK", "1"),
    ],
)
def test_nothing_to_start(words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    before = ctx.phone.focus()
    ran = run(ctx, "monkey", *words)
    assert ran.status == 252
    assert ran.lines[-1] == "** No activities found to run, monkey aborted."
    assert ctx.phone.focus() == before


@pytest.mark.parametrize(
    "words", [(), ("-p",), ("-p", SHOP), ("-p", SHOP, "many"), ("--frob", "1", "1"), ("-p", SHOP, "500")]
)
def test_usage(words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "monkey", *words)
    assert ran.status == 255
    assert ran.err.startswith("usage: monkey")
    assert ctx.phone.focus().package != SHOP


def test_arguments() -> None:
    words = ["-v", "-v", "--ignore-crashes", "--pct-syskeys", "0", "-p", "a", "-p", "b", "-s", "7", "1"]
    assert parse_args(words) == MonkeyArgs(("a", "b"), (), 1)


def test_echoes() -> None:
    assert echo_out(["-p"]) == ["  bash arg: -p"]
    assert echo_err(["-p", "a"]) == ["args: [-p, a]", ' arg: "-p"', ' arg: "a"', 'data="a"']
