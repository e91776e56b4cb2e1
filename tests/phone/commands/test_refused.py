from __future__ import annotations

from phone_commands import make_context, run


def test_content_has_no_providers() -> None:
    ctx, _ = make_context()
    ran = run(ctx, "content", "query", "--uri", "content://sms/inbox")
    assert (ran.status, ran.raw) == (1, b"")
    assert ran.err.splitlines() == [
        "Error while accessing provider:sms",
        "java.lang.IllegalStateException: Could not find provider: sms",
    ]
    assert run(ctx, "content", "query").err.startswith("usage: adb shell content")
    assert run(ctx, "content", "query", "--uri").status == 1


def test_sendevent_may_not_write() -> None:
    ctx, _ = make_context()
    panel = ctx.phone.panel.subscribe()
    ran = run(ctx, "sendevent", "/dev/input/event1", "3", "57", "1")
    assert (ran.status, ran.err) == (1, "sendevent: /dev/input/event1: Permission denied\n")
    assert run(ctx, "sendevent", "x").err.startswith("usage: sendevent")
    assert panel.take() == []
