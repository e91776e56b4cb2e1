"""An agent that is told its task and its device by its environment, does two things there, and ends as it is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys

ADB, CODE = sys.argv[1], int(sys.argv[2])
SERIAL = os.environ["ANDROID_SERIAL"]
for line in ("input tap 876 1890", "input keyevent 3"):
    subprocess.run([ADB, "shell", line], timeout=100, check=True)
names = ("ANDROID_SERIAL", "GUI_REC_GOAL", "GUI_REC_TASK_ID")
sys.stdout.write(json.dumps({name: os.environ.get(name) for name in names}) + "\n")
sys.exit(CODE)
