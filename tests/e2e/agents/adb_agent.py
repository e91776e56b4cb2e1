"""An agent that uses one adb program for everything; prints what it saw, as JSON."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ADB = sys.argv[1]


def adb(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([ADB, *words], input=stdin, capture_output=True, timeout=100, check=False)


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def files(folder: Path) -> bool:
    """Half a megabyte there and back."""
    data = bytes(range(256)) * 2_000
    (folder / "up").write_bytes(data)
    adb("push", str(folder / "up"), "/data/local/tmp/up")
    adb("pull", "/data/local/tmp/up", str(folder / "down"))
    return (folder / "down").read_bytes() == data


def script(folder: Path) -> int:
    (folder / "x.sh").write_text("#!/system/bin/sh\ninput tap 876 1890\ninput keyevent 3\n")
    adb("push", str(folder / "x.sh"), "/data/local/tmp/x.sh")
    return adb("shell", "sh", "/data/local/tmp/x.sh").returncode


found: dict[str, object] = {}
found["listed"] = adb("devices").stdout.decode().count("\tdevice")
found["screencap"] = adb("exec-out", "screencap", "-p").stdout.endswith(b"IEND\xaeB`\x82")
found["picture"] = digest(adb("exec-out", "cat", "/sdcard/fixed.png").stdout)
found["framed"] = digest(adb("shell", "cat", "/sdcard/fixed.png").stdout)
found["echo"] = adb("shell", "echo out; echo err >&2; exit 5").stdout.decode()
found["statuses"] = [adb("shell", line).returncode for line in ("exit 7", "nonsense", "true")]
adb("shell", "input", "tap", "876", "1890")
found["compound"] = adb("shell", "input keyevent 3 && input tap 876 1890; exit 3").returncode
found["skipped"] = adb("shell", "false && input tap 1 2 || input keyevent 3").returncode
with tempfile.TemporaryDirectory() as name:
    found["files"] = files(Path(name))
    found["script"] = script(Path(name))
found["typed"] = adb("shell", stdin=b"echo hi\ninput tap 876 1890\nexit 6\n").returncode
for event, y in (("DOWN", 1700), ("MOVE", 1300), ("UP", 900)):
    adb("shell", f"input motionevent {event} 500 {y}")
found["killed"] = adb("kill-server").returncode
found["after"] = adb("get-state").stdout.decode().strip()
sys.stdout.write(json.dumps(found) + "\n")
