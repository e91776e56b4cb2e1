"""`ifconfig` and `ip`: one loopback and one Wi-Fi interface (facts: toybox ifconfig, iproute2)."""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, say

ADDRESS = "10.0.2.16"
_INTERFACES = {"lo": ("127.0.0.1", 8), "wlan0": (ADDRESS, 24)}


def ifconfig_lines(name: str) -> list[str]:
    """One interface as toybox prints it."""
    address, _ = _INTERFACES[name]
    if name == "lo":
        return [
            "lo        Link encap:Local Loopback  ",
            f"          inet addr:{address}  Mask:255.0.0.0 ",
            "          UP LOOPBACK RUNNING  MTU:65536  Metric:1",
            "",
        ]
    broadcast = address.rsplit(".", 1)[0] + ".255"
    return [
        f"{name:<10}Link encap:Ethernet  HWaddr 02:15:b2:00:00:00  Driver mac80211_hwsim",
        f"          inet addr:{address}  Bcast:{broadcast}  Mask:255.255.255.0 ",
        "          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1",
        "",
    ]


def address_lines(number: int, name: str) -> list[str]:
    """One interface as `ip addr` prints it; `number` is its index."""
    address, prefix = _INTERFACES[name]
    flags = "LOOPBACK,UP,LOWER_UP" if name == "lo" else "BROADCAST,MULTICAST,UP,LOWER_UP"
    scope = "host" if name == "lo" else "global"
    return [
        f"{number}: {name}: <{flags}> mtu 1500 qdisc noqueue state UP group default qlen 1000",
        f"    inet {address}/{prefix} scope {scope} {name}",
        "       valid_lft forever preferred_lft forever",
    ]


async def ifconfig(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """`ifconfig [NAME]`."""
    names = [word for word in args if not word.startswith("-")] or list(_INTERFACES)
    for name in names:
        if name not in _INTERFACES:
            await complain(io, f"ifconfig: {name}: No such device")
            return 1
        await say(io, *ifconfig_lines(name))
    return 0


async def ip(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """`ip addr [show [dev] NAME]` and `ip route`."""
    words = [word for word in args if not word.startswith("-")]
    if words[:1] and "route".startswith(words[0]):
        await say(io, f"10.0.2.0/24 dev wlan0 proto kernel scope link src {ADDRESS}")
        return 0
    if not words[:1] or not "address".startswith(words[0]):
        await complain(io, f'Object "{words[0] if words else ""}" is unknown, try "ip help".')
        return 1
    names = [word for word in words[1:] if word not in ("show", "dev", "list")]
    if names and names[0] not in _INTERFACES:
        await complain(io, f'Device "{names[0]}" does not exist.')
        return 1
    for number, name in enumerate(_INTERFACES, start=1):
        if not names or name == names[0]:
            await say(io, *address_lines(number, name))
    return 0
