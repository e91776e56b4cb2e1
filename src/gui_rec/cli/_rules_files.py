"""Where rule files go: a new file never replaces an old one, and an old revision is kept beside the new one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from gui_rec.errors import OutputExistsError, UsageError

if TYPE_CHECKING:
    from gui_rec.replayer.rules.model import RuleFile

_REVISION = re.compile(r"\.r\d+$")


def check_new(target: Path) -> None:
    """Raise OutputExistsError where something is there already, UsageError where its folder is not there.

    It is asked before the work whose result the file is to hold.
    """
    if not target.absolute().parent.is_dir():
        raise UsageError(f"{target}: cannot be written: there is no folder {target.parent}")
    if target.exists():
        raise OutputExistsError(
            f"{target}: is there already; rules are never overwritten; choose another name"
        )


def revised_name(path: Path, revision: int) -> Path:
    """The file of another revision beside `path`: `shop.yaml` -> `shop.r3.yaml` -> `shop.r4.yaml`."""
    return path.with_name(f"{_REVISION.sub('', path.stem)}.r{revision}{path.suffix}")


def put_revision(path: Path, old: RuleFile, new: RuleFile) -> Path | None:
    """Put `new` in the place of `path`; the old text is kept beside, by its revision, and named. None where there was
    no file yet.
    """
    from gui_rec._files import read_text
    from gui_rec.replayer.rules.editing import kept_name
    from gui_rec.replayer.rules.write import write_rule_file

    kept = kept_name(path, old.revision) if path.exists() else None
    if kept is not None:
        kept.write_text(read_text(path, "rules"), encoding="utf-8")
    write_rule_file(new, path)
    return kept
