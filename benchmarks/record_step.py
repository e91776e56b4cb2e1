"""What recording costs against bare capture by the adb command line, the device's own time in both.

A recorded step waits until the screen rests (1 s without change, by rule), which bare capture does not.
"""

from __future__ import annotations

import itertools
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from measure import Row, paired

from gui_rec.capture.settle import SettleConfig
from gui_rec.device.adb.server import find_adb
from gui_rec.model.actions import Action, Key, OpenApp, Tap
from gui_rec.recorder.session import Recorder, RecorderConfig
from gui_rec.testing.phone import SimulatedPhone, simulated_phone

DUMP = "/sdcard/window_dump.xml"
NO_REST = SettleConfig(hold_s=0.0, unchanged_s=0.0)


def bare_capture(phone: SimulatedPhone, folder: Path) -> None:
    """A screenshot and a hierarchy, as a shell script would take them."""
    adb = [str(find_adb()), "-P", str(phone.server.port), "-s", phone.process.serial]
    environ = phone.server.environ
    png = subprocess.run([*adb, "exec-out", "screencap", "-p"], env=environ, capture_output=True, check=True)
    (folder / "screen.png").write_bytes(png.stdout)
    subprocess.run([*adb, "shell", "uiautomator", "dump", DUMP], env=environ, capture_output=True, check=True)
    xml = subprocess.run([*adb, "exec-out", "cat", DUMP], env=environ, capture_output=True, check=True)
    (folder / "screen.xml").write_bytes(xml.stdout)


def _steps(recorder: Recorder) -> Callable[[], object]:
    """A call that records one step; into a page and back in turn, so that each changes the screen."""
    actions: itertools.cycle[Action] = itertools.cycle([Tap(0.5, 850 / 2400), Key("BACK")])
    return lambda: recorder.do(next(actions))


def run(*, quick: bool) -> list[Row]:
    """A single look, then a whole step (pre-state, action, rest, post-state, commit) against two bare captures."""
    rounds = 2 if quick else 10
    rows: list[Row] = []
    bare = "screencap + dump by the adb command line"
    with tempfile.TemporaryDirectory() as name, simulated_phone(seed=1) as phone:
        folder = Path(name)

        def capture_twice() -> None:
            bare_capture(phone, folder)
            bare_capture(phone, folder)

        phone.device.perform(OpenApp(name="Settings"), phone.device.display().size)
        for title, settle in (("with its rest of 1 s", SettleConfig()), ("without a rest", NO_REST)):
            config = RecorderConfig(settle=settle)
            with Recorder(phone.device, folder / title.replace(" ", "-"), config=config) as recorder:
                if not rows:
                    look = paired(recorder.observe, lambda: bare_capture(phone, folder), rounds)
                    rows.append(
                        Row("observe", "one validated observation", bare, "simulated phone, 1080x2400", *look)
                    )
                step = paired(_steps(recorder), capture_twice, rounds)
            rows.append(
                Row(
                    "record_step",
                    f"one recorded step, {title}",
                    f"2 x ({bare})",
                    "into a page and back",
                    *step,
                )
            )
    return rows
