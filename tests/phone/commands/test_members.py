"""The table of commands."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import gui_rec.phone.commands as package
from gui_rec.phone.commands._members import _ANDROID, _UNIX, COMMANDS

_SEEN_FROM_REAL_CLIENTS = """
    cat cp mv rm mkdir touch ls echo grep sleep true false pwd which id ps pidof date uname md5sum toybox df
    head wc test [ ifconfig ip am monkey pm cmd svc input getevent wm dumpsys settings ime screencap
    uiautomator getprop logcat
"""


def test_all_that_real_clients_call_is_there() -> None:
    assert [name for name in _SEEN_FROM_REAL_CLIENTS.split() if name not in COMMANDS] == []


def test_no_name_is_given_twice_and_both_lists_are_sorted() -> None:
    assert not _UNIX.keys() & _ANDROID.keys()
    for table in (_UNIX, _ANDROID):
        assert list(table) == sorted(table)


def test_every_target_exists() -> None:
    for target in (*_UNIX.values(), *_ANDROID.values()):
        assert re.fullmatch(r"[a-z_]+:[a-z0-9_]+", target)
        module, _, function = target.partition(":")
        assert callable(getattr(importlib.import_module(f"{package.__name__}.{module}"), function))


def test_every_command_file_is_in_the_table_or_a_helper() -> None:
    (folder,) = (Path(path) for path in package.__path__)
    used = {target.partition(":")[0] for target in (*_UNIX.values(), *_ANDROID.values())}
    members = {path.stem for path in folder.glob("*.py") if not path.stem.startswith("_")}
    assert used <= members
