"""`getprop` and `setprop`: the phone's properties, made from its configuration."""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, say
from gui_rec.phone.world.config import PhoneConfig

DEVICE = "emu64xa"
_BUILD_IDS = {28: "PSR1.180720.012", 30: "RSR1.201013.001", 34: "UE1A.230829.036", 36: "BE2A.250530.026"}


def properties(config: PhoneConfig) -> dict[str, str]:
    """Name -> value of every property."""
    build_id = _BUILD_IDS.get(config.api, "UNKNOWN")
    fingerprint = f"google/{config.model}/{DEVICE}:{config.release}/{build_id}/1:userdebug/dev-keys"
    return {
        "dev.bootcomplete": "1",
        "init.svc.bootanim": "stopped",
        "persist.sys.locale": config.locale,
        "persist.sys.timezone": "GMT",
        "ro.build.characteristics": "emulator",
        "ro.build.fingerprint": fingerprint,
        "ro.build.id": build_id,
        "ro.build.version.release": config.release,
        "ro.build.version.sdk": str(config.api),
        "ro.product.brand": "google",
        "ro.product.cpu.abi": "x86_64",
        "ro.product.device": DEVICE,
        "ro.product.locale": config.locale,
        "ro.product.manufacturer": "Google",
        "ro.product.model": config.model,
        "ro.product.name": config.model,
        "ro.secure": "1",
        "ro.sf.lcd_density": str(config.density_dpi),
        "service.bootanim.exit": "1",
        "sys.boot_completed": "1",
    }


_SET_LAST = frozenset({"dev.bootcomplete", "sys.boot_completed", "service.bootanim.exit"})
"""Properties that Android sets only when it has finished starting."""


async def getprop(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`getprop [NAME [DEFAULT]]`: the bare value, an empty line for a name that is not set, or the table."""
    table = properties(ctx.phone.config)
    table["persist.sys.locale"] = (
        ctx.phone.settings.get("system", "system_locales") or ctx.phone.config.locale
    )
    if ctx.phone.faults.active("booting"):
        table = {name: value for name, value in table.items() if name not in _SET_LAST}
    if args:
        await say(io, table.get(args[0], args[1] if len(args) > 1 else ""))
    else:
        await say(io, *(f"[{name}]: [{value}]" for name, value in sorted(table.items())))
    return 0


async def setprop(_ctx: Context, args: Sequence[str], io: Io) -> int:
    """`setprop NAME VALUE`: refused, as the shell user is refused most names."""
    if len(args) != 2:
        await complain(io, "usage: setprop NAME VALUE")
        return 1
    await complain(io, f"Failed to set property '{args[0]}' to '{args[1]}'.", "See dmesg for error reason.")
    return 1
