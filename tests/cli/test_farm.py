"""A process a device: results, failures, stops; and the person's own words passed on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from gui_rec.cli import _farm
from gui_rec.cli._farm import Done, Job, chosen_serials, exit_code_of, variables_of, words_of, work
from gui_rec.cli._interrupts import STOP_WITH_STDIN
from gui_rec.cli._options import name_variables
from gui_rec.device import listing
from gui_rec.device.listing import DeviceEntry
from gui_rec.errors import DeviceUnavailableError, ExitCode, UsageError


def job(serial: str) -> Job:
    return Job(serial, Path(serial), ())


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Python programs by serial, started in place of gui-rec."""
    programs: dict[str, str] = {}

    def start(of: Job) -> object:
        argv = [sys.executable, "-c", programs[of.serial]]
        return subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, STOP_WITH_STDIN: "1"},
        )

    monkeypatch.setattr(_farm, "_start", start)
    return programs


def test_each_device_has_its_own_end(children: dict[str, str]) -> None:
    children["a"] = "import sys; print('step 0', file=sys.stderr); print('{\"steps\": 3}')"
    children["b"] = "import sys; sys.exit('gone')"
    children["c"] = "print('no document')"
    heard: list[tuple[str, str]] = []
    done = work([job("a"), job("b"), job("c")], lambda *news: heard.append(news), lambda: False)
    assert [each.exit_code for each in done] == [0, 1, 0]
    assert [each.document for each in done] == [{"steps": 3}, None, None]
    assert sorted(heard) == [("a", "step 0"), ("b", "gone")]
    assert done[1].last_line == "gone"


def test_what_a_child_leaves_behind_holds_up_nobody(
    children: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_farm, "_DRAIN_S", 0.3)
    children["a"] = (
        "import json, subprocess, sys\n"
        "left = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "print(json.dumps({'left': left.pid}), flush=True)\n"
    )
    done = work([job("a")], lambda *_news: None, lambda: False)
    assert done[0].exit_code == 0
    assert done[0].document is not None
    os.kill(int(str(done[0].document["left"])), signal.SIGKILL)


def test_what_a_child_leaves_behind_is_not_heard_after_its_end(
    children: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_farm, "_DRAIN_S", 0.2)
    left = "import sys, time; time.sleep(1.5); print('late', file=sys.stderr, flush=True)"
    children["a"] = (
        "import subprocess, sys\n"
        f"subprocess.Popen([sys.executable, '-c', {left!r}])\n"
        "print('in time', file=sys.stderr, flush=True)\n"
    )
    children["b"] = "import time; time.sleep(3)"
    heard: list[tuple[str, str]] = []
    done = work([job("a"), job("b")], lambda *news: heard.append(news), lambda: False)
    assert heard == [("a", "in time")]
    assert done[0].last_line == "in time"


def test_a_stop_reaches_every_child_by_the_end_of_its_input(children: dict[str, str]) -> None:
    waits = (
        "import sys; print('on', file=sys.stderr, flush=True); sys.stdin.read(); print('{\"stopped\": true}')"
    )
    children["a"] = children["b"] = waits
    heard: list[str] = []
    done = work([job("a"), job("b")], lambda serial, _line: heard.append(serial), lambda: len(heard) == 2)
    assert [each.document for each in done] == [{"stopped": True}] * 2


def test_a_second_interrupt_leaves_nobody_behind(children: dict[str, str]) -> None:
    children["a"] = (
        "import sys; print(__import__('os').getpid(), file=sys.stderr, flush=True); sys.stdin.read()"
    )
    pids: list[int] = []

    def heard(_serial: str, line: str) -> None:
        pids.append(int(line))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work([job("a")], heard, lambda: False)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


@pytest.mark.parametrize(
    ("codes", "code"),
    [([0, 0], 0), ([0, 3], 3), ([4, 4, 0], 4), ([4, 5], ExitCode.DEVICE), ([], 0)],
)
def test_the_farm_s_exit_code(codes: Sequence[int], code: int) -> None:
    assert exit_code_of([Done(job("x"), each) for each in codes]) == code


def test_what_was_said_is_said_again_and_defaults_are_not() -> None:
    said: list[list[str]] = []

    @click.command()
    @click.option("-g", "--goal")
    @click.option("--wide/--narrow", default=False)
    @click.option("--fast", is_flag=True)
    @click.option("--mask", multiple=True)
    @click.option("--steps", default=5)
    @click.option("--out")
    @click.option("--several", callback=lambda _context, _option, text: tuple((text or "").split("+")))
    @click.pass_context
    def command(context: click.Context, /, **_options: object) -> None:
        said.append(words_of(context, ("out",)))

    words = [
        "-g",
        "-x; rm",
        "--narrow",
        "--fast",
        "--mask",
        "a",
        "--mask",
        "b c",
        "--out",
        "y",
        "--several",
        "a+b",
    ]
    command.main(words, standalone_mode=False)
    command.main([], standalone_mode=False)
    assert said == [["--goal=-x; rm", "--narrow", "--fast", "--mask=a", "--mask=b c", "--several=a,b"], []]


def test_what_begins_when_another_ends(children: dict[str, str]) -> None:
    children["a"] = "print('{\"n\": 1}')"
    children["b"] = "import sys; sys.exit(3)"
    following = {"a": [job("b"), job("b")], "b": []}
    done = work(
        [job("a")], lambda *_news: None, lambda: False, more=lambda ended: following.pop(ended.job.serial, [])
    )
    assert [(each.job.serial, each.exit_code) for each in done] == [("a", 0), ("b", 3), ("b", 3)]


def test_nothing_begins_after_a_stop(children: dict[str, str]) -> None:
    children["a"] = "import sys; print('on', file=sys.stderr, flush=True); sys.stdin.read()"
    heard: list[str] = []
    done = work(
        [job("a")],
        lambda _serial, line: heard.append(line),
        lambda: bool(heard),
        more=lambda _ended: [job("a")],
    )
    assert len(done) == 1


def test_a_child_does_not_get_the_variables_that_are_its_parents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUI_REC_RECORD_ALL", "1")
    monkeypatch.setenv("GUI_REC_RECORD_GOAL", "Buy")
    seen: dict[str, dict[str, str]] = {}
    monkeypatch.setattr("gui_rec.cli._farm.subprocess.Popen", lambda _argv, env, **_how: seen.update(env=env))
    _farm._start(Job("a", Path("a"), (), frozenset({"GUI_REC_RECORD_ALL"})))
    assert "GUI_REC_RECORD_ALL" not in seen["env"]
    assert seen["env"]["GUI_REC_RECORD_GOAL"] == "Buy"


def test_the_variables_of_options(monkeypatch: pytest.MonkeyPatch) -> None:
    command = name_variables(
        click.Command("x", params=[click.Option(["--all", "every"]), click.Option(["--b"])]), "x"
    )
    context = click.Context(command)
    assert variables_of(context, ["every", "none"]) == {"GUI_REC_X_ALL"}


def listed(monkeypatch: pytest.MonkeyPatch, *entries: tuple[str, bool]) -> None:
    found = [
        DeviceEntry(serial, "device" if ok else "offline", ok, "plug it in", None) for serial, ok in entries
    ]
    monkeypatch.setattr(listing, "list_devices", lambda: found)


def test_one_device_is_no_farm() -> None:
    assert chosen_serials("record", ["a"], False) == ()
    assert chosen_serials("record", [], False) == ()
    assert chosen_serials("record", ["a", "b"], False) == ("a", "b")


def test_all_are_the_usable_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    listed(monkeypatch, ("a", True), ("b", False), ("c (2)._adb", True))
    assert chosen_serials("record", [], True) == ("a", "c (2)._adb")
    listed(monkeypatch, ("b", False))
    with pytest.raises(DeviceUnavailableError, match=r"b \(offline: plug it in\)"):
        chosen_serials("record", [], True)


def test_which_devices_cannot_be_meant() -> None:
    with pytest.raises(UsageError, match="replay: --all and --device cannot stand together"):
        chosen_serials("replay", ["a"], True)
    with pytest.raises(UsageError, match="record: a device is named twice"):
        chosen_serials("record", ["a", "a"], False)
