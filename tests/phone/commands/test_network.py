from __future__ import annotations

import re

from phone_commands import make_context, run

from gui_rec.phone.commands.network import ADDRESS, address_lines, ifconfig_lines


def test_adbutils_finds_the_address() -> None:
    ctx, _ = make_context()
    found = re.search(r"inet\s*addr:(.*?)\s", run(ctx, "ifconfig", "wlan0").out, re.DOTALL)
    assert found is not None
    assert found[1] == ADDRESS
    shown = re.search(r"inet (\d+.*?)/\d+", run(ctx, "ip", "addr", "show", "dev", "wlan0").out)
    assert shown is not None
    assert shown[1] == ADDRESS


def test_all_interfaces() -> None:
    ctx, _ = make_context()
    assert run(ctx, "ifconfig").lines == ifconfig_lines("lo") + ifconfig_lines("wlan0")
    assert run(ctx, "ip", "a").lines == address_lines(1, "lo") + address_lines(2, "wlan0")
    assert "wlan0" in run(ctx, "ip", "route").out


def test_what_is_not_there() -> None:
    ctx, _ = make_context()
    assert run(ctx, "ifconfig", "eth0").err == "ifconfig: eth0: No such device\n"
    assert run(ctx, "ip", "addr", "show", "eth0").err == 'Device "eth0" does not exist.\n'
    assert run(ctx, "ip", "frob").err == 'Object "frob" is unknown, try "ip help".\n'
    assert run(ctx, "ip").status == 1
