"""An agent on adbutils, with all its ways to the device; prints what it saw, as JSON."""

from __future__ import annotations

import json
import sys

import adbutils

SHOP = "com.example.shop"
device = adbutils.adb.device()
found: dict[str, object] = {"serial": bool(device.serial), "size": list(device.window_size())}
device.app_start(SHOP)
found["app"] = device.app_current().package
found["picture"] = list(device.screenshot().size)
found["nodes"] = device.dump_hierarchy().count("<node")
device.click(540, 766)
device.send_keys("ada")
device.swipe(540, 1700, 540, 900, 0.3)
status = device.shell2("input keyevent BACK; exit 4", v2=True)
found["status"] = status.returncode
found["framed"] = device.shell2("echo out; echo err >&2", v2=True).stderr
data = bytes(range(256)) * 300
device.sync.push(data, "/data/local/tmp/a.bin")
found["same"] = device.sync.read_bytes("/data/local/tmp/a.bin") == data
found["mode"] = device.sync.stat("/data/local/tmp/a.bin").size
found["listed"] = [one.serial == device.serial for one in adbutils.adb.list()]
device.keyevent("HOME")
sys.stdout.write(json.dumps(found) + "\n")
