"""Every action source records steps that are kept, stops when told, and touches nothing it cannot use."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from fake_adb_server import adb_server, phone_behaviour
from panel_lines import PanelWriter
from shop import SHOP, shop

from gui_rec.errors import GuiRecError
from gui_rec.model.flags import Source
from gui_rec.recorder.session import Recorder
from gui_rec.recorder.sources._api import AgentCommand, SourceOptions
from gui_rec.recorder.sources._members import SOURCES
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.fake_device import FakeDevice

AGENT = """\
import os, socket, sys

def ask(*requests):
    with socket.create_connection(("127.0.0.1", int(os.environ["ANDROID_ADB_SERVER_PORT"]))) as server:
        for request in requests:
            server.sendall(b"%04x" % len(request) + request)
            if server.recv(4) != b"OKAY":
                sys.exit(1)
        while server.recv(1000):
            pass

for line in (b"input tap 54 24", b"input keyevent 4"):
    ask(b"host:transport:fake-1", b"shell,v2,raw:" + line)
"""


@dataclass(slots=True)
class ServedDevice(FakeDevice):
    """The same behind an adb server."""

    server_address: tuple[str, int] = ("", 0)


@contextmanager
def ready(name: str, folder: Path) -> Iterator[tuple[FakeDevice, SourceOptions]]:
    """A device and options with which the source makes two steps."""
    with adb_server(phone_behaviour({})) as server:
        agent = AgentCommand((sys.executable, "-c", AGENT)) if name == "proxy" else None
        device, options = made_ready(folder)
        served = ServedDevice(SHOP, "list", server_address=("127.0.0.1", server.port))
        served.panel_bytes = device.panel_bytes
        yield served, replace(options, agent=agent)


def made_ready(folder: Path) -> tuple[FakeDevice, SourceOptions]:
    """What a script and a panel need."""
    device = shop()
    script = folder / "actions.jsonl"
    script.write_text('{"type":"tap","x":0.5,"y":0.2}\n{"type":"key","code":"BACK"}\n', "utf-8")
    writer = PanelWriter()
    lines = writer.write([[(16000, 6900, 1_000_000)]]) + writer.write([[(16000, 20000, 9_000_000)]])
    device.panel_bytes = (lines.encode(),)
    return device, SourceOptions(script=script)


@pytest.mark.parametrize("name", SOURCES)
def test_its_steps_are_kept_one_by_one(name: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    with (
        ready(name, tmp_path) as (device, options),
        Recorder(device, out, source=name, clock=device.clock) as recorder,
    ):
        steps = list(SOURCES.get(name).steps(recorder, options, lambda: False))
    opened = open_trajectories(out)
    assert [step.index for step in steps] == [0, 1] == [step.index for step in opened.steps()]
    assert opened.episodes[0].info.source == name == SOURCES.get(name).name
    assert all(step.action_raw for step in opened.steps())


@pytest.mark.parametrize("name", SOURCES)
def test_it_stops_between_steps(name: str, tmp_path: Path) -> None:
    """What a finger has done already is recorded all the same; a script's next line is not performed."""
    with (
        ready(name, tmp_path) as (device, options),
        Recorder(device, tmp_path / "run", source=name, clock=device.clock) as recorder,
    ):
        # The proxy asks more often than it makes steps: it may have to wait for its agent.
        told = (bool(recorder.next_index) for _ in range(1_000_000))
        steps = list(SOURCES.get(name).steps(recorder, options, lambda: next(told)))
    assert len(steps) == {"script": 1, "touch": 2, "proxy": 1}[name]


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
