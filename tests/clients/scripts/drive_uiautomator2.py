"""Drives a phone by the unmodified uiautomator2; the last line it prints is what it found, as JSON."""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import version
from statistics import median
from typing import Any

import uiautomator2

SHOP = "com.example.shop"
NAME = f"{SHOP}:id/username"
PASSWORD = f"{SHOP}:id/password"
found: dict[str, Any] = {"version": version("uiautomator2")}

begun_s = time.monotonic()
d = uiautomator2.connect(sys.argv[1])
found["connect_s"] = round(time.monotonic() - begun_s, 3)


def timed_ms(call: Any, times: int = 9) -> float:
    taken = []
    for _ in range(times):
        started_s = time.monotonic()
        call()
        taken.append((time.monotonic() - started_s) * 1000)
    return round(median(taken), 1)


found["call_ms"] = {
    "info": timed_ms(lambda: d.info),
    "dump_hierarchy": timed_ms(d.dump_hierarchy),
    "screenshot": timed_ms(d.screenshot),
    "exists": timed_ms(lambda: bool(d(text="Shop").exists)),
}
found["info"] = d.info
found["device_info"] = d.device_info

d.app_start(SHOP, wait=True)
found["current"] = d.app_current()
found["waited"] = d(resourceId=NAME).wait(timeout=10)
found["name_bounds"] = d(resourceId=NAME).bounds()
found["hint"] = d(resourceId=NAME).get_text()
d(resourceId=NAME).set_text("zoë 😀")
found["set_text"] = d(resourceId=NAME).get_text()
d(resourceId=NAME).clear_text()
found["cleared"] = d(resourceId=NAME).get_text()
d(resourceId=NAME).set_text("ada")
d(className="android.widget.EditText")[1].set_text("wrong")
d(text="Sign in", className="android.widget.Button").click()
found["error"] = d(textContains="wrong").wait(timeout=5)

d.xpath(f'//*[@resource-id="{PASSWORD}"]').click()
found["focused"] = d(focused=True).info["resourceName"]
found["ime_before"] = d.is_input_ime_installed()
d.set_input_ime()
found["ime"] = d.current_ime()
d.clear_text()
d.send_keys("s3cret")
found["typed"] = d(resourceId=PASSWORD).get_text()
d.set_input_ime(False)
found["ime_after"] = d.current_ime()
d.xpath("Sign in").click()
found["signed_in"] = d.wait_activity(".HomeActivity", timeout=10)
found["xpath_texts"] = [one.text for one in d.xpath("//android.widget.TextView").all()]
found["prices"] = d(textStartsWith="$").count

d.clear_toast()
found["no_toast"] = d.last_toast
d.toast.show("Hello from the client", 1.5)
found["own_toast"] = d.toast.get_message(5)
d.clear_toast()
d(text="Desk lamp").click()
d(textMatches="(?i)add to cart").click(timeout=20)
found["app_toast"] = d.toast.get_message(10)

d.clipboard = "clip ✂"
found["clipboard"] = d.clipboard
picture = d.screenshot()
found["picture"] = [picture.width, picture.height, picture.format]
d.orientation = "l"
found["turned"] = [d.orientation, *d.window_size(), *d.screenshot().size]
d.orientation = "n"
d.freeze_rotation(False)
found["upright"] = [d.orientation, *d.window_size()]

d.press("back")
d.press("home")
found["home"] = d.app_current()["package"]
d.app_start("com.android.settings")
settings = d(scrollable=True)
settings.wait(timeout=10)
before = d(scrollable=True).child(textMatches=".+").info["text"]
d.swipe(0.5, 0.8, 0.5, 0.3, duration=0.5)
time.sleep(0.8)
found["swiped"] = before != d(scrollable=True).child(textMatches=".+").info["text"]
found["to_end"] = settings.scroll.toEnd()
settings.scroll.toBeginning()
found["back_at_top"] = before == d(scrollable=True).child(textMatches=".+").info["text"]
try:
    found["missing"] = d(text="Nowhere").info
except uiautomator2.exceptions.UiObjectNotFoundError as error:
    found["missing"] = str(error)
found["gone"] = d(text="Nowhere").wait_gone(timeout=1)
found["children"] = settings.child(className="android.widget.TextView").count
d.screen_off()
found["screen_off"] = d.info["screenOn"]
d.screen_on()
found["screen_on"] = d.info["screenOn"]
with d.session("com.example.notes") as session:
    found["session"] = session.running()
found["tree_attributes"] = sorted(d.xpath("//*[@package='com.android.systemui']").all()[0].attrib)
d.reset_uiautomator()
found["after_reset"] = d.info["sdkInt"]
d.stop_uiautomator()
found["processes"] = d.shell("ps -A").output
sys.stdout.write(json.dumps(found) + "\n")
