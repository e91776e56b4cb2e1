from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gui_rec.device.adb.parse_node_displays import parse_node_displays

# Android 13, in its form; two panels, one name that two nodes have, a keyboard that lies on none.
INPUT = """\
INPUT MANAGER (dumpsys input)

Event Hub State:
  Devices:
    3: sec_touchscreen
      Path: /dev/input/event4

Input Reader State (Nums of device: 9):
  Device 2: VirtualMouse
    Touch Input Mapper (mode - DISABLED):
      Viewport INTERNAL: displayId=0, uniqueId=local:0, port=0, orientation=0
  Device 4: sec_touchscreen
    EventHub Devices: [ 3 ]
    Touch Input Mapper (mode - DIRECT):
      Viewport INTERNAL: displayId=0, uniqueId=local:4630947194243491972, port=0, orientation=1
      RawSurfaceWidth: 968px
  Device 5: outer panel: 2
    Touch Input Mapper (mode - DIRECT):
      Viewport EXTERNAL: displayId=2, uniqueId=local:4619827551948147201, port=1, orientation=0
  Device 6: twin
      Viewport INTERNAL: displayId=0, uniqueId=local:1
  Device 7: twin
      Viewport EXTERNAL: displayId=2, uniqueId=local:2
  Device -1: gpio-keys
    Sources: 0x00000101
Input Dispatcher State:
"""


def test_each_panel_lies_on_a_display() -> None:
    told = {
        "VirtualMouse": {0},
        "sec_touchscreen": {0},
        "outer panel: 2": {2},
        "twin": {0, 2},
    }
    assert parse_node_displays(INPUT) == told
    assert parse_node_displays(INPUT.replace("\n", "\r\n")) == told
    assert parse_node_displays("INPUT MANAGER") == {}


@given(st.text(max_size=200))
def test_any_text_tells_of_displays_or_of_none(text: str) -> None:
    found = parse_node_displays(f"  Device 1: a\n{text}\n      Viewport INTERNAL: displayId=5")
    assert any(5 in displays for displays in found.values())
