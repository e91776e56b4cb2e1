"""An agent that looks at pages which nobody touched into view: a dump that fails over an old file, then one that is good."""

from __future__ import annotations

import json
import subprocess
import sys
import time

ADB = sys.argv[1]
FILE = "/sdcard/w.xml"
SETTINGS = "com.android.settings"


def adb(*words: str) -> str:
    done = subprocess.run([ADB, *words], capture_output=True, timeout=100, check=False)
    return done.stdout.decode("utf-8", "replace")


def look(*, line: str) -> str:
    """A picture, then a hierarchy by this line; long enough for the screen to have rested since."""
    adb("exec-out", "screencap", "-p")
    adb("shell", line)
    xml = adb("exec-out", "cat", FILE)
    time.sleep(2.0)
    return xml


adb("shell", "input", "tap", "876", "1890")
adb("shell", f"rm -f {FILE}; uiautomator dump {FILE}")
adb("shell", "am", "force-stop", SETTINGS)
subprocess.run(
    [sys.executable, "-m", "gui_rec", "phone", "fault", "on", "old-xml:1"], check=True, capture_output=True
)
adb("shell", "echo", "failing look")
found = {"old": SETTINGS in look(line=f"uiautomator dump {FILE}")}
adb("shell", "input", "tap", "876", "1890")
adb("shell", "am", "force-stop", SETTINGS)
adb("shell", "echo", "unsure look")
found["unsure"] = SETTINGS not in look(line=f"uiautomator dump {FILE}")
adb("shell", "input", "tap", "876", "1890")
adb("shell", "am", "force-stop", SETTINGS)
adb("shell", "echo", "good look")
found["good"] = SETTINGS not in look(line=f"rm -f {FILE}; uiautomator dump {FILE}")
adb("shell", "input", "tap", "876", "1890")
sys.stdout.write(json.dumps(found) + "\n")
