"""Every action source records steps that are kept, stops when told, and touches nothing it cannot use."""

from __future__ import annotations

from pathlib import Path

import pytest
from panel_lines import PanelWriter
from shop import shop

from gui_rec.errors import GuiRecError
from gui_rec.model.flags import Source
from gui_rec.recorder.session import Recorder
from gui_rec.recorder.sources._api import SourceOptions
from gui_rec.recorder.sources._members import SOURCES
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.fake_device import FakeDevice


def ready(name: str, folder: Path) -> tuple[FakeDevice, SourceOptions]:
    """A device and options with which the source makes two steps."""
    device = shop()
    script = folder / "actions.jsonl"
    script.write_text('{"type":"tap","x":0.5,"y":0.2}\n{"type":"key","code":"BACK"}\n', "utf-8")
    writer = PanelWriter()
    lines = writer.write([[(16000, 6900, 1_000_000)]]) + writer.write([[(16000, 20000, 9_000_000)]])
    device.panel_bytes = (lines.encode(),)
    return device, SourceOptions(script=script)


@pytest.mark.parametrize("name", SOURCES)
def test_its_steps_are_kept_one_by_one(name: str, tmp_path: Path) -> None:
    device, options = ready(name, tmp_path)
    out = tmp_path / "run"
    with Recorder(device, out, source=name, clock=device.clock) as recorder:
        steps = list(SOURCES.get(name).steps(recorder, options, lambda: False))
    opened = open_trajectories(out)
    assert [step.index for step in steps] == [0, 1] == [step.index for step in opened.steps()]
    assert opened.episodes[0].info.source == name == SOURCES.get(name).name
    assert all(step.action_raw for step in opened.steps())


@pytest.mark.parametrize("name", SOURCES)
def test_it_stops_between_steps(name: str, tmp_path: Path) -> None:
    """What a finger has done already is recorded all the same; a script's next line is not performed."""
    device, options = ready(name, tmp_path)
    with Recorder(device, tmp_path / "run", source=name, clock=device.clock) as recorder:
        told = iter([False, True, True, True])
        steps = list(SOURCES.get(name).steps(recorder, options, lambda: next(told)))
    assert len(steps) == {"script": 1, "touch": 2}[name]


@pytest.mark.parametrize("name", SOURCES)
def test_its_name_is_a_source_of_the_store(name: str) -> None:
    assert Source(SOURCES.get(name).name).value == name


class Mute:
    """A device that has no panel to listen to, and nothing else either."""

    serial = "mute"


@pytest.mark.parametrize("name", SOURCES)
def test_what_it_cannot_use_is_an_error_before_anything_is_done(name: str, tmp_path: Path) -> None:
    device = shop()
    with Recorder(device, tmp_path / "run", clock=device.clock) as recorder:
        if name == "touch":
            recorder.device = Mute()  # type: ignore[assignment]
        steps = SOURCES.get(name).steps(recorder, SourceOptions(), lambda: False)
        with pytest.raises(GuiRecError):
            next(steps)
    assert device.performed == []
