from __future__ import annotations

import re

import pytest
from phone_commands import APIS, make_context, run

RELEASES = {28: "9", 30: "11", 34: "14", 36: "16"}


@pytest.mark.parametrize("api", APIS)
def test_one_value_is_bare(api: int) -> None:
    ctx, _ = make_context(api)
    assert run(ctx, "getprop", "ro.build.version.sdk").out == f"{api}\n"
    assert run(ctx, "getprop", "ro.build.version.release").out == f"{RELEASES[api]}\n"
    assert run(ctx, "getprop", "sys.boot_completed").out == "1\n"
    assert run(ctx, "getprop", "ro.sf.lcd_density").out == "420\n"
    assert run(ctx, "getprop", "persist.sys.locale").out == "en-US\n"
    assert run(ctx, "getprop", "ro.product.model").out == f"{ctx.phone.config.model}\n"


def test_a_phone_that_is_still_starting_has_not_set_the_last_ones() -> None:
    ctx, _ = make_context(faults=("booting",))
    assert run(ctx, "getprop", "sys.boot_completed").out == "\n"
    assert "sys.boot_completed" not in run(ctx, "getprop").out
    assert run(ctx, "getprop", "ro.build.version.sdk").out == "34\n"


def test_values_that_are_not_set() -> None:
    ctx, _ = make_context()
    assert run(ctx, "getprop", "no.such.thing").out == "\n"
    assert run(ctx, "getprop", "no.such.thing", "fallback").out == "fallback\n"


def test_the_table_is_sorted_and_in_brackets() -> None:
    ctx, _ = make_context()
    lines = run(ctx, "getprop").lines
    found = [re.fullmatch(r"\[([^\]]+)\]: \[([^\]]*)\]", line) for line in lines]
    assert all(found)
    names = [match[1] for match in found if match]
    assert names == sorted(names)
    assert {"ro.product.name", "ro.product.device", "ro.build.fingerprint"} <= set(names)


def test_setting_is_refused() -> None:
    ctx, _ = make_context()
    ran = run(ctx, "setprop", "ro.x", "1")
    assert ran.status == 1
    assert ran.err.splitlines()[0] == "Failed to set property 'ro.x' to '1'."
    assert run(ctx, "setprop", "ro.x").err == "usage: setprop NAME VALUE\n"
