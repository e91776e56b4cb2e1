from __future__ import annotations

import pytest
from phone_commands import make_context, run


def test_check() -> None:
    ctx, _ = make_context()
    assert run(ctx, "service", "check", "package").out == "Service package: found\n"
    assert run(ctx, "service", "check", "input").out == "Service input: found\n"
    missing = run(ctx, "service", "check", "frob")
    assert (missing.status, missing.out) == (0, "Service frob: not found\n")


def test_list() -> None:
    ctx, _ = make_context()
    lines = run(ctx, "service", "list").lines
    assert lines[0] == f"Found {len(lines) - 1} services:"
    assert "\tpackage: [android.content.pm.IPackageManager]" in "\n".join(lines)


@pytest.mark.parametrize(("words", "status"), [((), 10), (("call", "phone", "1"), 10), (("-h",), 0)])
def test_usage(words: tuple[str, ...], status: int) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "service", *words)
    assert ran.status == status
    assert ran.lines[0].startswith("Usage: service")


@pytest.mark.parametrize(
    ("words", "key", "value"),
    [
        (("wifi", "disable"), "wifi_on", "0"),
        (("wifi", "enable"), "wifi_on", "1"),
        (("data", "disable"), "mobile_data", "0"),
        (("power", "stayon", "true"), "stay_on_while_plugged_in", "7"),
        (("power", "stayon", "false"), "stay_on_while_plugged_in", "0"),
    ],
)
def test_svc_switches_silently(words: tuple[str, ...], key: str, value: str) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "svc", *words)
    assert (ran.status, ran.raw, ran.err) == (0, b"", "")
    assert ctx.phone.settings.get("global", key) == value


@pytest.mark.parametrize(
    "words", [(), ("wifi",), ("wifi", "maybe"), ("power", "stayon", "x"), ("nfc", "enable")]
)
def test_svc_usage(words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "svc", *words)
    assert ran.status == 1
    assert ran.err.startswith("Available commands:")
