"""The versions that a report of a fault needs."""

from __future__ import annotations

import platform
from importlib import metadata

PACKAGES = ("adbutils", "pillow", "pyarrow", "imagehash", "datasets", "huggingface-hub")


def version_text(own: str) -> str:
    """One line a thing: gui-rec, Python, the packages that decide what is recorded, and adb."""
    lines = [
        f"gui-rec {own}",
        f"python {platform.python_version()} ({platform.system()} {platform.machine()})",
    ]
    lines += [f"{name} {_version(name)}" for name in PACKAGES]
    return "\n".join([*lines, f"adb {_adb()}"])


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"


def _adb() -> str:
    from gui_rec.device.adb.server import find_adb
    from gui_rec.errors import DeviceUnavailableError

    try:
        return str(find_adb())
    except DeviceUnavailableError as error:
        return f"none: {error}"
