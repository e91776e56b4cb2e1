from __future__ import annotations

import pytest
from phone_commands import SHOP, make_context, run

from gui_rec.phone.world.input_methods import LATIN_IME


@pytest.mark.parametrize(
    ("short", "words"),
    [
        ("pm", ("package", "list", "packages", "-3")),
        ("am", ("activity", "get-current-user")),
        ("settings", ("settings", "get", "global", "wifi_on")),
        ("ime", ("input_method", "list", "-s")),
        ("wm", ("window", "size")),
    ],
)
def test_a_service_answers_as_its_short_command(short: str, words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    assert run(ctx, "cmd", *words) == run(ctx, short, *words[1:])


def test_input_by_its_service() -> None:
    ctx, _ = make_context()
    ctx.phone.launch(SHOP)
    assert run(ctx, "cmd", "input", "keyevent", "HOME").status == 0
    assert ctx.phone.focus().package != SHOP


def test_input_was_no_service_command_before_android_12() -> None:
    ctx, _ = make_context(30)
    ran = run(ctx, "cmd", "input", "keyevent", "HOME")
    assert (ran.status, ran.out) == (255, "No shell command implementation.\n")


def test_services() -> None:
    ctx, _ = make_context()
    assert "  package" in run(ctx, "cmd", "-l").lines
    unknown = run(ctx, "cmd", "frob")
    assert (unknown.status, unknown.err) == (20, "cmd: Can't find service: frob\n")
    silent = run(ctx, "cmd", "battery", "get", "level")
    assert (silent.status, silent.out) == (255, "No shell command implementation.\n")
    assert run(ctx, "cmd").status == 20
    assert run(ctx, "cmd", "input_method", "list", "-s").lines == [LATIN_IME]
