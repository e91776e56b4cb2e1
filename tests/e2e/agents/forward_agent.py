"""An agent that reaches uiautomator2's server through `adb forward`, after starting it as that does."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request

ADB, PORT = sys.argv[1], sys.argv[2]


def adb(*words: str) -> str:
    return subprocess.run(
        [ADB, *words], capture_output=True, text=True, timeout=60, check=True
    ).stdout.strip()


def call(port: str, method: str, *params: object) -> dict[str, object]:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/jsonrpc/0", body)
    with urllib.request.urlopen(request, timeout=60) as answer:
        said: dict[str, object] = json.load(answer)
        return said


free = adb("forward", "tcp:0", "tcp:9008")
adb("forward", f"tcp:{PORT}", "tcp:9008")
listed = adb("forward", "--list").splitlines()
info = call(free, "deviceInfo")
clicked = call(PORT, "click", 876, 1890)
adb("forward", "--remove", f"tcp:{PORT}")
left = adb("forward", "--list").splitlines()
found = {"listed": len(listed), "left": len(left), "info": "result" in info, "clicked": clicked["result"]}
sys.stdout.write(json.dumps(found) + "\n")
