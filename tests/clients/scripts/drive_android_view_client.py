"""Drives a phone by the unmodified AndroidViewClient; the last line it prints is what it found, as JSON."""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import version
from typing import Any

from com.dtmilano.android.viewclient import ViewClient  # type: ignore[import-not-found]

SHOP = "com.example.shop"
found: dict[str, Any] = {"version": version("androidviewclient")}

begun_s = time.monotonic()
device, serial = ViewClient.connectToDeviceOrExit(serialno=sys.argv[1])
found["connect_s"] = round(time.monotonic() - begun_s, 3)
found["serial"] = serial
begun_s = time.monotonic()
vc = ViewClient(device, serial)
found["view_client_s"] = round(time.monotonic() - begun_s, 3)


def timed_ms(call: Any) -> float:
    started_s = time.monotonic()
    call()
    return round((time.monotonic() - started_s) * 1000, 1)


found["home_texts"] = [view.getText() for view in vc.dump(window=-1) if view.getText()]
device.startActivity(component=f"{SHOP}/.LoginActivity")
time.sleep(0.5)
found["call_ms"] = {
    "dump": timed_ms(lambda: vc.dump(window=-1)),
    "takeSnapshot": timed_ms(lambda: device.takeSnapshot(reconnect=True)),
    "getProperty": timed_ms(lambda: device.getProperty("ro.build.version.sdk")),
}
name = vc.findViewByIdOrRaise(f"{SHOP}:id/username")
found["class"] = name.getClass()
found["coords"] = name.getCoords()
found["center"] = name.getCenter()
found["hint"] = name.getText()
found["call_ms"]["touch"] = timed_ms(name.touch)
found["keyboard"] = device.isKeyboardShown()
device.type("ada")
vc.dump(window=-1)
found["typed"] = vc.findViewById(f"{SHOP}:id/username").getText()
vc.findViewById(f"{SHOP}:id/password").setText("s3cret")
device.press("KEYCODE_BACK")
vc.dump(window=-1)
vc.findViewWithTextOrRaise("Sign in").touch()
time.sleep(0.5)
found["top"] = device.getTopActivityName()
vc.dump(window=-1)
found["shop_texts"] = [view.getText() for view in vc.getViewsById().values() if view.getText()]
picture = device.takeSnapshot(reconnect=True)
found["picture"] = list(picture.size)
found["display"] = {key: device.display[key] for key in ("width", "height", "density", "orientation")}
found["windows"] = len(device.getWindows())
found["physical"] = device.getPhysicalDisplayInfo()
found["screen_on"] = device.isScreenOn()
found["locked"] = device.isLocked()
device.press("KEYCODE_HOME")
found["home"] = device.getTopActivityName()
device.startActivity(component="com.android.settings/.Settings")
time.sleep(0.5)
before = [view.getText() for view in vc.dump(window=-1)]
device.drag((540, 1700), (540, 900), 600)
time.sleep(1.0)
found["dragged"] = before != [view.getText() for view in vc.dump(window=-1)]
found["sdk"] = device.getProperty("ro.build.version.sdk")
found["shell"] = device.shell("echo hi")
device.wake()
sys.stdout.write(json.dumps(found) + "\n")
