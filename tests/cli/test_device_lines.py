"""A line a device, at a terminal and elsewhere."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.live import Live
from rich.table import Table

from gui_rec.cli._device_lines import a_line_each
from gui_rec.cli._output import Output


def test_elsewhere_each_line_has_its_device_in_front(capsys: pytest.CaptureFixture[str]) -> None:
    with a_line_each(["a", "b"], Output()) as heard:
        heard("b", "step 1")
    with a_line_each(["a"], Output(quiet=True)) as heard:
        heard("a", "not heard")
    assert capsys.readouterr().err == "[b] step 1\n"


def test_at_a_terminal_a_devices_line_stays_what_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    tables: list[Table] = []

    class Shown(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stderr", Shown())
    monkeypatch.setattr(Live, "update", lambda _live, table: tables.append(table))
    with a_line_each(["a"], Output(), leaving_out="next: ") as heard:
        heard("a", "this run: 3 step(s); no flags")
        heard("a", "next: gui-rec show farm/device_1")
    assert [list(table.columns[1].cells) for table in tables] == [["this run: 3 step(s); no flags"]]
