"""An agent whose touches the phone refuses: by `input`, in a line of several parts, and by `sendevent`."""

from __future__ import annotations

import json
import subprocess
import sys

import adbutils

ADB, NODE = sys.argv[1:3]
TOUCH = ["3 57 1", "3 53 20000", "3 54 20000", "1 330 1", "0 0 0", "3 57 -1", "1 330 0", "0 0 0"]
device = adbutils.adb.device()


def adb(line: str) -> str:
    done = subprocess.run([ADB, "shell", line], capture_output=True, timeout=100, check=False, text=True)
    return done.stdout + done.stderr


def fault(state: str) -> None:
    words = [sys.executable, "-m", "gui_rec", "phone", "fault", state, "inject-denied"]
    subprocess.run(words, check=True, capture_output=True)


fault("on")
said = [device.shell("input tap 876 1890"), adb("input tap 876 1890; input keyevent 82")]
fault("off")
said.append(adb("; ".join(f"sendevent {NODE} {event}" for event in TOUCH)))
said += ["".join(device.shell(f"sendevent {NODE} {event}") for event in TOUCH)]
adb("input tap 876 1890")
refused = [any(word in text for word in ("INJECT", "denied")) for text in said]
sys.stdout.write(json.dumps({"refused": refused}) + "\n")
