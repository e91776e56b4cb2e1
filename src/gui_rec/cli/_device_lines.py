"""What several devices do at once, for the person: a line a device that is written anew."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from gui_rec.cli._output import Output, one_line


@contextmanager
def a_line_each(
    serials: Sequence[str], out: Output, *, leaving_out: str | None = None
) -> Iterator[Callable[[str, str], None]]:
    """In a terminal a line a device that is written anew; elsewhere each line with its device in front.

    In a terminal what begins with `leaving_out` is not shown: it would stand in the place of what the device did.
    """
    if out.quiet or not sys.stderr.isatty():
        yield lambda serial, line: out.note(f"[{serial}] {line}")
        return
    from rich.live import Live
    from rich.table import Table

    from gui_rec.cli._output import console

    latest = dict.fromkeys(serials, "")

    def table() -> Table:
        shown = Table(box=None, pad_edge=False, show_header=False)
        for serial, line in latest.items():
            shown.add_row(one_line(serial), one_line(line))
        return shown

    with Live(table(), console=console(stderr=True), refresh_per_second=4) as live:

        def heard(serial: str, line: str) -> None:
            if leaving_out is not None and line.startswith(leaving_out):
                return
            latest[serial] = line
            live.update(table())

        yield heard
