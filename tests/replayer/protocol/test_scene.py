"""What is searched and what may be touched: the active window, visible, enabled, within the screen."""

from __future__ import annotations

from dataclasses import replace

from shop import SHOP, button, shop
from task_runs import codes, ran
from tasks import step

from gui_rec.model.actions import Tap
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Window
from gui_rec.testing.builders import PACKAGE, Element
from gui_rec.testing.fake_device import Screen


def xml_windows(*windows: tuple[bool, str]) -> str:
    frames = "".join(
        f'<window title="{text}" bounds="[0,0][108,240]" active="{str(active).lower()}" type="1" layer="0" index="0">'
        f'<hierarchy rotation="0"><node text="{text}" class="android.widget.Button" package="{PACKAGE}" '
        f'enabled="true" bounds="[4,4][104,40]"/></hierarchy></window>'
        for active, text in windows
    )
    return f'<displays><display id="0">{frames}</display></displays>'


def test_only_the_active_window_is_searched() -> None:
    device = shop(list=Screen(xml=xml_windows((True, "Front"), (False, "Behind"))))
    assert codes(ran(device, step("WAIT", text="Front"))) == ["OK"]
    assert codes(ran(device, step("WAIT", text="Behind", timeoutMs=300))) == ["TARGET_NOT_FOUND"]
    twice = shop(list=Screen(xml=xml_windows((True, "Same"), (False, "Same"))))
    assert codes(ran(twice, step("CLICK", text="Same"))) == ["OK"]


def test_of_several_roots_those_of_the_package_in_front_are_searched() -> None:
    node = (
        '<node text="{0}" class="android.widget.Button" package="{1}" enabled="true" bounds="[4,4][104,40]"/>'
    )
    xml = f'<hierarchy rotation="0">{node.format("Own", PACKAGE)}{node.format("Bar", "com.android.systemui")}</hierarchy>'
    device = shop(list=Screen(xml=xml))
    assert codes(ran(device, step("WAIT", text="Own"))) == ["OK"]
    assert codes(ran(device, step("WAIT", text="Bar", timeoutMs=300))) == ["TARGET_NOT_FOUND"]


def test_a_disabled_node_is_waited_for_and_never_touched() -> None:
    off = Screen((replace(button(40, "Milk", "x"), enabled=False),))
    device = shop(list=off)
    result = ran(device, step("CLICK", text="Milk", timeoutMs=600))
    assert codes(result) == ["ACTION_FAILED"]
    assert "disabled; nothing was sent" in result.detail
    assert device.performed == []
    device = shop(list=off, on=SHOP["list"])
    device.show_after(1.0, "on")
    assert codes(ran(device, step("CLICK", text="Milk"))) == ["OK"]


def test_a_disabled_node_may_be_waited_for_and_read() -> None:
    device = shop(list=Screen((replace(button(40, "Milk", "x"), enabled=False),)))
    read = step("EXTRACT_TEXT", "read", text="Milk", outputField="name")
    assert ran(device, step("WAIT", text="Milk"), read).outputs == {"name": "Milk"}


def test_a_node_outside_the_screen_is_not_touched_and_one_across_the_edge_on_its_visible_part() -> None:
    outside = Element(Rect(4, 250, 104, 280), "Milk")
    device = shop(list=Screen((outside,)))
    result = ran(device, step("CLICK", text="Milk", timeoutMs=300))
    assert codes(result) == ["ACTION_FAILED"]
    assert "outside the screen" in result.detail
    device = shop(list=Screen((replace(outside, bounds=Rect(4, 220, 104, 300)),)))
    assert codes(ran(device, step("CLICK", text="Milk"))) == ["OK"]
    (tap,) = device.performed
    assert isinstance(tap, Tap)
    assert round(tap.y * 240) == 230


def test_a_node_without_an_area_is_none() -> None:
    device = shop(list=Screen((Element(Rect(4, 40, 4, 60), "Milk"), button(80, "Milk", "x"))))
    assert codes(ran(device, step("CLICK", text="Milk"))) == ["OK"]


def test_the_keyboard_is_not_touched_in_a_nodes_place() -> None:
    keys = Window("com.ime", "InputMethod", Rect(0, 160, 108, 240), "INPUT_METHOD")
    behind = Screen((button(200, "Send", "x"), button(150, "Half", "y")), keyboard=True, windows=(keys,))
    device = shop(list=behind)
    assert codes(ran(device, step("CLICK", text="Send", timeoutMs=300))) == ["ACTION_FAILED"]
    assert codes(ran(device, step("CLICK", text="Half"))) == ["OK"]
    (tap,) = device.performed
    assert isinstance(tap, Tap)
    assert round(tap.y * 240) == 155


def roots(*places: str) -> str:
    nodes = "".join(
        f'<node class="android.widget.FrameLayout" package="{PACKAGE}" enabled="true" bounds="{place}">'
        f'<node text="OK" class="android.widget.Button" package="{PACKAGE}" enabled="true" bounds="{place}"/></node>'
        for place in places
    )
    return f'<hierarchy rotation="0">{nodes}</hierarchy>'


def test_a_dialog_over_its_page_is_the_active_window() -> None:
    dialog = Window(PACKAGE, "dialog", Rect(10, 80, 98, 160), "APPLICATION")
    bar = Window("com.android.systemui", "StatusBar", Rect(0, 0, 108, 10), "STATUS_BAR")
    both = roots("[0,0][108,240]", "[10,80][98,160]")
    device = shop(list=Screen(xml=both, windows=(bar, dialog)))
    assert codes(ran(device, step("CLICK", text="OK"))) == ["OK"]
    (tap,) = device.performed
    assert isinstance(tap, Tap)
    assert (round(tap.x * 108), round(tap.y * 240)) == (54, 120)
    untold = shop(list=Screen(xml=roots("[0,0][108,200]", "[10,80][98,160]")))
    assert codes(ran(untold, step("CLICK", text="OK"))) == ["TARGET_AMBIGUOUS"]
    assert untold.performed == []
