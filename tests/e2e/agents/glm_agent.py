"""An agent in the style of Open-AutoGLM's adb layer: screenshots by /sdcard and pull, text by ADBKeyBoard."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ADB = sys.argv[1]
KEYBOARD = "com.android.adbkeyboard/.AdbIME"


def shell(*words: str) -> str:
    done = subprocess.run([ADB, "shell", *words], capture_output=True, text=True, timeout=100, check=False)
    return done.stdout + done.stderr


def screenshot() -> int:
    """Its size in bytes."""
    shell("screencap", "-p", "/sdcard/tmp.png")
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "screen.png"
        subprocess.run(
            [ADB, "pull", "/sdcard/tmp.png", str(path)], capture_output=True, timeout=100, check=True
        )
        return len(path.read_bytes())


def type_text(text: str) -> None:
    before = shell("settings", "get", "secure", "default_input_method").strip()
    shell("ime", "enable", KEYBOARD)
    shell("ime", "set", KEYBOARD)
    shell("am", "broadcast", "-a", "ADB_CLEAR_TEXT")
    encoded = base64.b64encode(text.encode()).decode()
    shell("am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", encoded)
    shell("ime", "set", before)


pictures = [screenshot()]
time.sleep(1.2)  # the model thinks
shell("monkey", "-p", "com.example.shop", "-c", "android.intent.category.LAUNCHER", "1")
pictures.append(screenshot())
time.sleep(1.2)
shell("input", "tap", "540", "766")
type_text("zoë 纸灯")
pictures.append(screenshot())
shell("input", "swipe", "540", "766", "540", "766", "900")
shell("input", "keyevent", "4")
shell("input", "keyevent", "KEYCODE_HOME")
sys.stdout.write(json.dumps({"pictures": [size > 10_000 for size in pictures]}) + "\n")
