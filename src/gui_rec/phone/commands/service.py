"""`service` and `svc`: the system's services from the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, say

SERVICES: Mapping[str, str] = {
    "SurfaceFlinger": "android.ui.ISurfaceComposer",
    "activity": "android.app.IActivityManager",
    "battery": "",
    "display": "android.hardware.display.IDisplayManager",
    "input": "android.hardware.input.IInputManager",
    "input_method": "com.android.internal.view.IInputMethodManager",
    "package": "android.content.pm.IPackageManager",
    "power": "android.os.IPowerManager",
    "settings": "",
    "uimode": "android.app.IUiModeManager",
    "window": "android.view.IWindowManager",
}
_USAGE = (
    "Usage: service [-h|-?]",
    "       service list",
    "       service check SERVICE",
    "       service call SERVICE CODE [i32 N | i64 N | f N | d N | s16 STR | null] ...",
)
_SWITCHES: Mapping[tuple[str, str], tuple[str, str]] = {
    ("wifi", "enable"): ("wifi_on", "1"),
    ("wifi", "disable"): ("wifi_on", "0"),
    ("data", "enable"): ("mobile_data", "1"),
    ("data", "disable"): ("mobile_data", "0"),
    ("bluetooth", "enable"): ("bluetooth_on", "1"),
    ("bluetooth", "disable"): ("bluetooth_on", "0"),
}
_STAY_ON = {"true": "7", "usb": "2", "ac": "1", "wireless": "4", "false": "0"}
_SVC_USAGE = (
    "Available commands:",
    "    help     Show information about the subcommands",
    "    power    Control the power manager",
    "    data     Control mobile data connectivity",
    "    wifi     Control the Wi-Fi manager",
    "    bluetooth Control Bluetooth service",
)


async def service(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """`service check NAME` and `service list`; calls by number are not answered."""
    if len(args) == 2 and args[0] == "check":
        await say(io, f"Service {args[1]}: {'found' if args[1] in SERVICES else 'not found'}")
        return 0
    if list(args) == ["list"]:
        lines = [f"{number}\t{name}: [{iface}]" for number, (name, iface) in enumerate(SERVICES.items())]
        await say(io, f"Found {len(lines)} services:", *lines)
        return 0
    await say(io, *_USAGE)
    return 0 if args and args[0] in ("-h", "-?") else 10


async def svc(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`svc wifi|data|bluetooth enable|disable`, `svc power stayon true|false|usb|ac|wireless`: silent."""
    if len(args) == 2 and (args[0], args[1]) in _SWITCHES:
        ctx.phone.settings.put("global", *_SWITCHES[args[0], args[1]])
        return 0
    if len(args) == 3 and list(args[:2]) == ["power", "stayon"] and args[2] in _STAY_ON:
        ctx.phone.settings.put("global", "stay_on_while_plugged_in", _STAY_ON[args[2]])
        return 0
    await complain(io, *_SVC_USAGE)
    return 1
