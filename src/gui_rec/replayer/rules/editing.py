"""Changing a rule file by hand: on a copy, checked before it counts, the old revision kept beside."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from gui_rec._files import read_text
from gui_rec.errors import InputError
from gui_rec.replayer.rules.read import MOST_BYTES, read_rule_file
from gui_rec.replayer.rules.write import to_yaml

_REVISION = re.compile(r"\.r\d+$")
Edit = Callable[[Path], None]


def edit_rule_file(path: Path, edit: Edit) -> tuple[Path, Path] | None:
    """Let `edit` change a copy of `path`, check it, and put it in the file's place by rename.

    The answer is (file, kept old revision), or None where nothing was changed. A text that changes the rules must
    not lower the revision; where it leaves it, it is raised by one. Raises InputError naming what is not understood;
    then the file is as before, and the error says where the edited copy lies.
    """
    old = read_rule_file(path)
    was = read_text(path, "rules", MOST_BYTES)
    handle, name = tempfile.mkstemp(prefix=f"{path.stem}-", suffix=path.suffix or ".yaml")
    copy = Path(name)
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(was)
    try:
        edit(copy)
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    now = read_text(copy, "rules", MOST_BYTES)
    if now == was:
        copy.unlink()
        return None
    try:
        new = read_rule_file(copy)
        if new.revision < old.revision:
            raise InputError(f"revision: expected {old.revision} or more, got {new.revision}")
    except InputError as error:
        told = str(error).removeprefix(f"{copy}: ")
        raise InputError(f"{path}: not changed: {told}; what was edited lies in {copy}") from error
    if new.revision == old.revision and new != old:
        now = _renumbered(now, old.revision) or to_yaml(replace(new, revision=old.revision + 1))
    kept = kept_name(path, old.revision)
    _put(kept, was)
    _put(path, now)
    copy.unlink()
    return path, kept


def kept_name(path: Path, revision: int) -> Path:
    """Where an old revision is kept: `shop.yaml` -> `shop.r3.yaml`; a name that is taken is counted on."""
    stem = _REVISION.sub("", path.stem)
    names = (f"{stem}.r{revision}{mark}{path.suffix}" for mark in ("", *(f"-{n}" for n in range(2, 1000))))
    free = (path.with_name(name) for name in names if not path.with_name(name).exists())
    found = next(free, None)
    if found is None:
        raise InputError(f"{path}: expected a free name for revision {revision} beside it, found none")
    return found


def _renumbered(text: str, revision: int) -> str | None:
    """The text with the revision raised, comments and all; None where its line is not found once."""
    line = re.compile(rf"(?m)^revision:[ \t]*{revision}[ \t]*(?=$|#)")
    return line.sub(f"revision: {revision + 1}", text) if len(line.findall(text)) == 1 else None


def _put(path: Path, text: str) -> None:
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
