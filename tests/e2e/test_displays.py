"""Another display than the phone's own: recorded and replayed by the real command line on a phone with two."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from adb_under_test import adb_binary

from gui_rec.errors import ExitCode
from gui_rec.model.actions import Key, Tap, Type
from gui_rec.model.display_name import display_number
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.step import Step
from gui_rec.phone.commands.display_format import SECOND_PHYSICAL_ID
from gui_rec.phone.world.second_display import ACTIVITY, PACKAGE, SECOND_DENSITY_DPI, SECOND_SIZE
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.phone import SimulatedPhone, simulated_phone
from gui_rec.vision.png import check_png

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]
SCRIPT = """\
click(x=0.5, y=0.9111)
navigate_back()
click(x=0.5, y=0.9111)
click(x=0.5, y=0.75)
terminate(status='success')
"""


def gui_rec(environ: Mapping[str, str], *words: str, expect: ExitCode = ExitCode.OK) -> tuple[str, str]:
    """Run one command line; what it printed, and what it said to people."""
    done = subprocess.run(
        [sys.executable, "-m", "gui_rec", *words],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == expect, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout, done.stderr


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedPhone]:
    with simulated_phone(seed=7, options=("--displays", "2")) as running:
        yield running


@pytest.fixture(scope="module")
def recorded(phone: SimulatedPhone, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("displays")
    (folder / "script.txt").write_text(SCRIPT, encoding="utf-8")
    words = ["--source", "script", "--script", str(folder / "script.txt"), "--dialect", "scalecua"]
    gui_rec(phone.server.environ, "record", "--display", "1", *words, "-o", str(folder / "t.parquet"))
    return folder / "t.parquet"


def steps_of(path: Path) -> tuple[Step, ...]:
    (episode,) = open_trajectories(path).episodes
    return tuple(open_trajectories(path).steps(episode.info.episode_id))


def is_open(step: Step) -> bool:
    """Whether the list of apps is open after it."""
    return "apps_list_view" in (step.post.ui_xml or "")


def test_it_is_recorded_as_a_display_of_its_own(recorded: Path) -> None:
    (episode,) = open_trajectories(recorded).episodes
    device = episode.info.device
    assert device.display_id == f"1/{SECOND_PHYSICAL_ID}"
    assert display_number(device.display_id) == 1
    assert (device.width_px, device.height_px) == (SECOND_SIZE.width_px, SECOND_SIZE.height_px)
    assert device.density_dpi == SECOND_DENSITY_DPI


def test_pictures_trees_and_windows_are_of_that_display_alone(recorded: Path) -> None:
    steps = steps_of(recorded)
    assert [step.action.type for step in steps] == ["tap", "key", "tap", "tap", "finish"]
    for seen in [state for step in steps for state in (step.pre, step.post)]:
        assert seen.size == SECOND_SIZE
        assert (seen.package, seen.activity) == (PACKAGE, f".{ACTIVITY.removeprefix(PACKAGE + '.')}")
        assert seen.ui_xml is not None
        assert set(_packages(seen.ui_xml)) == {PACKAGE}
        assert "<displays" not in seen.ui_xml
        assert seen.ui_source == "dump"
        assert seen.missing == ()
        assert {window.package for window in seen.facts.windows} == {PACKAGE}
        assert seen.screenshot is not None
        check_png(seen.screenshot)
    assert "apps_list_view" not in (steps[0].pre.ui_xml or "")
    assert [is_open(step) for step in steps] == [True, False, True, True, True]


def test_what_was_sent_names_the_display(recorded: Path) -> None:
    sent = [step.sent.what for step in steps_of(recorded) if step.sent is not None]
    assert sent == [
        "input -d 1 tap 640 656",
        "input -d 1 keyevent KEYCODE_BACK",
        "input -d 1 tap 640 656",
        "input -d 1 tap 640 540",
    ]


def test_it_is_replayed_there_and_nowhere_else_unasked(
    phone: SimulatedPhone, recorded: Path, tmp_path: Path
) -> None:
    environ = phone.server.environ
    _, said = gui_rec(environ, "replay", str(recorded), "--no-report", expect=ExitCode.USAGE)
    assert "this one is of display 1; give --display 1" in said
    # With its list shut this launcher says one word and shows the time, of which a replay knows nothing for sure.
    phone.device.session.run("input", "-d", "1", "keyevent", "KEYCODE_BACK")
    phone.device.session.run("input", "-d", "1", "tap", "640", "656")
    options = [
        "--display",
        "1",
        "--from",
        "3",
        "--tolerance",
        "package-only",
        "--report",
        str(tmp_path / "r"),
    ]
    report = json.loads(gui_rec(environ, "replay", str(recorded), "--json", *options)[0])
    assert [step["verdict"] in ("match", "acceptable") for step in report["steps"]] == [True, True], report
    again = steps_of(tmp_path / "r" / "run")
    assert [step.sent.what for step in again if step.sent is not None] == ["input -d 1 tap 640 540"]
    assert all(map(is_open, again))
    assert {seen.size for step in again for seen in (step.pre, step.post)} == {SECOND_SIZE}
    (episode,) = open_trajectories(tmp_path / "r" / "run").episodes
    assert episode.info.device.display_id == f"1/{SECOND_PHYSICAL_ID}"


def test_a_display_that_is_not_there_is_one_line_with_those_that_are(
    phone: SimulatedPhone, tmp_path: Path
) -> None:
    words = ["record", "--display", "7", "--max-steps", "1", "-o", str(tmp_path / "r")]
    _, said = gui_rec(phone.server.environ, *words, expect=ExitCode.DEVICE)
    assert "a display that there is (0 (Built-in Screen), 1 (HDMI Screen)), got 7" in said
    assert not (tmp_path / "r").exists()


def test_the_doctor_lists_the_displays_and_looks_at_one(phone: SimulatedPhone) -> None:
    said, _ = gui_rec(phone.server.environ, "doctor", "--display", "1", "--json")
    findings = {item["what"]: item["found"] for item in json.loads(said)["findings"]}
    assert findings["displays"] == "0 (Built-in Screen), 1 (HDMI Screen); --display chooses"
    assert str(SECOND_SIZE) in findings["screenshot"]


def _packages(xml: str) -> list[str]:
    return [part.partition('"')[0] for part in xml.split('package="')[1:]]


def test_the_device_by_itself(phone: SimulatedPhone) -> None:
    device = phone.device
    assert device.display().size != SECOND_SIZE
    own = device.screenshot()
    device.use_display(1)
    try:
        assert device.display().size == SECOND_SIZE
        assert device.screenshot() != own
        assert device.keyboard_shown() is False
        size = ScreenSize(SECOND_SIZE.width_px, SECOND_SIZE.height_px)
        assert device.perform(Type("a b"), size).what == "input -d 1 text a%sb"
        assert device.perform(Key("HOME"), size).what == "input -d 1 keyevent KEYCODE_HOME"
        assert device.perform(Tap(0.0, 0.0, clicks=2), size).what == "input -d 1 tap 0 0; input -d 1 tap 0 0"
    finally:
        device.use_display(0)
    assert device.display().size != SECOND_SIZE


def test_the_first_display_is_told_of_while_the_other_one_has_the_focus(
    phone: SimulatedPhone, tmp_path: Path
) -> None:
    """A plain `uiautomator dump` is of the focused display then; both are of one app here, its launcher."""
    phone.device.session.run("input", "keyevent", "HOME")
    phone.device.session.run("input", "-d", "1", "keyevent", "BACK")
    (tmp_path / "script.txt").write_text("wait(seconds=0.1)\nclick(x=0.5, y=0.02)\n", encoding="utf-8")
    phone.device.session.run("input", "-d", "1", "tap", "640", "656")
    plain = phone.device.session.run("uiautomator", "dump", "/dev/tty").text
    assert "apps_list_view" in plain
    words = ["--source", "script", "--script", str(tmp_path / "script.txt"), "--dialect", "scalecua"]
    gui_rec(phone.server.environ, "record", *words, "-o", str(tmp_path / "t.parquet"))
    for seen in [state for step in steps_of(tmp_path / "t.parquet") for state in (step.pre, step.post)]:
        assert seen.ui_xml is not None
        assert "apps_list_view" not in seen.ui_xml
        assert seen.size is not None
        assert f"[{seen.size.width_px},{seen.size.height_px}]" in seen.ui_xml


def test_a_phone_that_is_folded_meanwhile_is_flagged_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "script.txt").write_text("open_app(app_name='Notes')\nnavigate_back()\n", encoding="utf-8")
    words = ["--source", "script", "--script", str(tmp_path / "script.txt"), "--dialect", "scalecua"]
    with simulated_phone(faults=["size-change:720x1600@1"], screen="1080x2400") as folding:
        gui_rec(folding.server.environ, "record", *words, "-o", str(tmp_path / "t.parquet"))
    first, second = steps_of(tmp_path / "t.parquet")[:2]
    before, after = ScreenSize(1080, 2400), ScreenSize(720, 1600)
    assert (first.pre.size, first.post.size) == (before, after)
    assert Flag.SIZE_CHANGED in first.flags
    assert (second.pre.size, second.post.size) == (after, after)
    assert Flag.SIZE_CHANGED not in second.flags


LOOKING_AGENT = """
import subprocess, sys, time
def adb(*words):
    return subprocess.run([sys.argv[1], *words], check=True, capture_output=True).stdout
adb("exec-out", "screencap", "-d", sys.argv[2], "-p")
assert b"apps_list_view" in adb("exec-out", "uiautomator", "dump", "/dev/tty")
time.sleep(1.2)
adb("shell", "input", "tap", "540", "30")
"""


def test_an_agents_own_dump_of_the_focused_display_is_no_look_at_the_recorded_one(
    phone: SimulatedPhone, tmp_path: Path
) -> None:
    (tmp_path / "agent.py").write_text(LOOKING_AGENT, encoding="utf-8")
    phone.device.session.run("input", "keyevent", "HOME")
    phone.device.session.run("input", "-d", "1", "keyevent", "BACK")
    phone.device.session.run("input", "-d", "1", "tap", "640", "656")
    own = phone.device.display().display_id or ""
    agent = ["--", sys.executable, str(tmp_path / "agent.py"), str(adb_binary()), own]
    gui_rec(phone.server.environ, "record", "--source", "proxy", "-o", str(tmp_path / "t.parquet"), *agent)
    (step,) = steps_of(tmp_path / "t.parquet")
    assert step.pre.ui_xml is not None
    assert "apps_list_view" not in step.pre.ui_xml


AGENT = """
import subprocess, sys
def adb(*words):
    return subprocess.run([sys.argv[1], *words], check=True, capture_output=True).stdout
adb("exec-out", "screencap", "-p")
adb("shell", "input", "-d", "1", "tap", "640", "656")
adb("shell", "input", "tap", "540", "1200")
adb("shell", "input", "-d", "1", "keyevent", "4")
"""


def test_an_agent_acts_on_the_display_that_is_recorded_or_is_not_understood(
    phone: SimulatedPhone, tmp_path: Path
) -> None:
    (tmp_path / "agent.py").write_text(AGENT, encoding="utf-8")
    phone.device.session.run("input", "-d", "1", "keyevent", "BACK")
    agent = ["--", sys.executable, str(tmp_path / "agent.py"), str(adb_binary())]
    target = tmp_path / "t.parquet"
    gui_rec(phone.server.environ, "record", "--source", "proxy", "--display", "1", "-o", str(target), *agent)
    steps = steps_of(target)
    assert [step.action.type for step in steps] == ["tap", "invalid", "key"]
    assert {seen.size for step in steps for seen in (step.pre, step.post)} == {SECOND_SIZE}
    assert steps[0].action == Tap(0.5, 656 / 720)
    assert [is_open(step) for step in steps] == [True, True, False]
    assert "input tap without a display; display 1 is recorded" in str(steps[1].action)
