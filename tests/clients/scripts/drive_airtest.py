"""Drives a phone by the unmodified Airtest in its adb modes; the last line it prints is what it found, as JSON."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import time
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Any

from airtest.core.api import (  # type: ignore[import-not-found]
    Template,
    clear_app,
    connect_device,
    exists,
    home,
    keyevent,
    shell,
    snapshot,
    start_app,
    stop_app,
    swipe,
    touch,
    wait,
    wake,
)
from PIL import Image

warnings.filterwarnings("ignore")
logging.getLogger("airtest").setLevel(logging.ERROR)
SHOP = "com.example.shop"
MODES = "cap_method=ADBCAP&touch_method=ADBTOUCH&ori_method=ADBORI&ime_method=ADBIME"
found: dict[str, Any] = {"version": version("airtest")}

server = os.environ["ANDROID_ADB_SERVER_PORT"]
begun_s = time.monotonic()
dev = connect_device(f"Android://127.0.0.1:{server}/{sys.argv[1]}?{MODES}")
found["connect_s"] = round(time.monotonic() - begun_s, 3)


def timed_ms(call: Any) -> float:
    started_s = time.monotonic()
    call()
    return round((time.monotonic() - started_s) * 1000, 1)


found["methods"] = [dev.cap_method, dev.touch_method, dev.ori_method]
found["display"] = dev.display_info
found["resolution"] = dev.get_current_resolution()
found["snapshot"] = dev.snapshot().shape
dev.snapshot("whole.png")
found["png"] = Image.open("whole.png").size
found["apps"] = dev.list_app()
found["third"] = dev.list_app(third_only=True)
found["path"] = dev.path_app(SHOP)
start_app(SHOP)
time.sleep(0.5)
found["top"] = dev.get_top_activity_name()
found["call_ms"] = {
    "snapshot": timed_ms(dev.snapshot),
    "touch": timed_ms(lambda: touch((540, 766))),
    "shell": timed_ms(lambda: shell("true")),
    "get_top_activity": timed_ms(dev.get_top_activity),
}
found["keyboard"] = dev.is_keyboard_shown()
dev.adb.text("ada")
found["typed"] = shell("uiautomator dump /dev/tty").count('text="ada"')
keyevent("BACK")

snapshot(filename=str(Path("page.png").resolve()))
screen = dev.snapshot()
Image.fromarray(screen[877:1024, 74:560, ::-1]).save("field.png")
template = Template(str(Path("field.png").resolve()), resolution=(1080, 2400), threshold=0.8)
found["exists"] = exists(template)
found["waited"] = wait(template, timeout=10)
touch(template)
field = re.search(r'<node [^>]*:id/password"[^>]*>', shell("uiautomator dump /dev/tty"))
found["focused"] = field is not None and 'focused="true"' in field[0]
home()
start_app("com.android.settings")
time.sleep(0.5)
before = shell("uiautomator dump /dev/tty")
swipe((540, 1700), (540, 900))
time.sleep(1.0)
found["swiped"] = before != shell("uiautomator dump /dev/tty")
home()
found["home"] = dev.get_top_activity_name()
found["screen"] = [dev.is_screenon(), dev.is_locked()]
found["ip"] = dev.get_ip_address()
found["package_version"] = dev.adb.get_package_version(SHOP)
found["start_ms"] = dev.start_app_timing(SHOP, ".LoginActivity")
Path("sent.bin").write_bytes(bytes(range(256)) * 40)
dev.adb.push("sent.bin", "/data/local/tmp/sent.bin")
dev.adb.pull("/data/local/tmp/sent.bin", "back.bin")
found["same_bytes"] = Path("sent.bin").read_bytes() == Path("back.bin").read_bytes()
stop_app(SHOP)
clear_app(SHOP)
found["stopped"] = shell(f"pidof {SHOP} || echo none").strip()
wake()
sys.stdout.write(json.dumps(found) + "\n")
