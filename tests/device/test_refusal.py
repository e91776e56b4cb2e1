from __future__ import annotations

import pytest

from gui_rec.device.refusal import refusal_of
from gui_rec.model.step import Sent


def sent(output: str, status: int | None = 0) -> Sent:
    return Sent("input tap 1 2", "input tap", status, output, 0, 1)


@pytest.mark.parametrize(
    ("output", "status", "words"),
    [
        (
            "\nException occurred while executing 'tap':\njava.lang.SecurityException: Injecting input events "
            "requires the caller to have the INJECT_EVENTS permission.\n\tat x",
            255,
            "USB debugging",
        ),
        (
            "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission",
            0,
            "USB",
        ),
        ("Error: Invalid arguments for command: draganddrop\nUsage: ...", 0, "does not know"),
        ("Unknown command: keycombination", 255, "no such input command"),
        ("Error type 3\nError: Activity class {p/p.A} does not exist.", 1, "does not exist"),
        ("Error: Activity not started, unable to resolve Intent { dat=x: }", 1, "no app"),
        ("/system/bin/sh: input: inaccessible or not found", 127, "no such command"),
        ("sendevent: /dev/input/event2: Permission denied\n", None, "input nodes"),
        ("could not open /dev/input/event2, Permission denied\n", 0, "input nodes"),
        ("/system/bin/sh: input: can't execute: Permission denied", None, "refuses this"),
        ("", 1, "exit status 1"),
        ("odd", 2, "odd"),
    ],
)
def test_a_refusal_is_told(output: str, status: int | None, words: str) -> None:
    refusal = refusal_of(sent(output, status))
    assert refusal is not None
    assert words in refusal
    assert "\n" not in refusal


@pytest.mark.parametrize(
    ("output", "status"),
    [
        ("", 0),
        ("no answer: the device went away", None),
        ("cat: /data/x: Permission denied", None),
        ("Starting: Intent { cmp=p/.A }\nStatus: ok\n", 0),
        ("Warning: Activity not started, its current task has been brought to the front\n", 0),
        (
            "Warning: Activity not started, intent has been delivered to currently running top-most instance.",
            1,
        ),
    ],
)
def test_no_refusal(output: str, status: int | None) -> None:
    assert refusal_of(sent(output, status)) is None


def test_the_telling_line_is_quoted() -> None:
    text = "\nException occurred while executing 'tap':\njava.lang.SecurityException: INJECT_EVENTS\n\tat x.y"
    refusal = refusal_of(sent(text, 255))
    assert refusal is not None
    assert refusal.endswith("java.lang.SecurityException: INJECT_EVENTS)")
