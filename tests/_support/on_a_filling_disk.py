"""`gui-rec` on a disk that loses a share at every look: what the recorder asks of the system is answered from here.

python on_a_filling_disk.py FREE_MB LESS_EACH_TIME_MB COMMAND...
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace


def filling(free_mb: int, less_mb: int) -> Iterator[int]:
    """Free bytes, look after look."""
    return (max(0, free_mb - less_mb * look) << 20 for look in count())


def main(free_mb: int, less_mb: int, words: list[str]) -> None:
    """Run the command line in this process."""
    looks = filling(free_mb, less_mb)
    shutil.disk_usage = lambda _path: SimpleNamespace(free=next(looks))  # type: ignore[assignment,return-value]
    from gui_rec.cli.main import main as gui_rec

    sys.argv = ["gui-rec", *words]
    gui_rec()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
