"""The table of the server's methods: JSON-RPC name -> where its function lives."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.phone.u2._api import RpcMethod

_HERE = "gui_rec.phone.u2."
_TARGETS = {
    "childByDescription": "find_methods:child_by_description",
    "childByInstance": "find_methods:child_by_instance",
    "childByText": "find_methods:child_by_text",
    "clearInputText": "text_methods:clear_input_text",
    "clearLastToast": "text_methods:clear_last_toast",
    "clearLastTraversedText": "device_methods:clear_traversed_text",
    "clearTextField": "text_methods:clear_text_field",
    "click": "object_methods:click_here_or_there",
    "count": "find_methods:count",
    "deviceInfo": "device_methods:info",
    "drag": "touch_methods:drag",
    "dragTo": "object_methods:drag_to",
    "dumpWindowHierarchy": "screen_methods:dump_window_hierarchy",
    "exist": "find_methods:exist",
    "flingBackward": "scroll_methods:fling_backward",
    "flingForward": "scroll_methods:fling_forward",
    "flingToBeginning": "scroll_methods:fling_to_beginning",
    "flingToEnd": "scroll_methods:fling_to_end",
    "freezeRotation": "device_methods:freeze_rotation",
    "gesture": "object_methods:gesture",
    "getClipboard": "text_methods:get_clipboard",
    "getLastToast": "text_methods:last_toast",
    "getLastTraversedText": "device_methods:last_traversed_text",
    "getText": "text_methods:get_text",
    "injectInputEvent": "touch_methods:inject",
    "longClick": "object_methods:long_click",
    "makeToast": "text_methods:make_toast",
    "objInfo": "find_methods:info",
    "objInfoOfAllInstances": "find_methods:info_of_all",
    "openNotification": "device_methods:no_panel",
    "openQuickSettings": "device_methods:no_panel",
    "pasteClipboard": "text_methods:paste_clipboard",
    "pinchIn": "object_methods:pinch_in",
    "pinchOut": "object_methods:pinch_out",
    "pressKey": "key_methods:press_key",
    "pressKeyCode": "key_methods:press_key_code",
    "scrollBackward": "scroll_methods:scroll_backward",
    "scrollForward": "scroll_methods:scroll_forward",
    "scrollTo": "scroll_methods:scroll_to",
    "scrollToBeginning": "scroll_methods:scroll_to_beginning",
    "scrollToEnd": "scroll_methods:scroll_to_end",
    "setClipboard": "text_methods:set_clipboard",
    "setOrientation": "device_methods:set_orientation",
    "setText": "text_methods:set_text",
    "sleep": "device_methods:sleep",
    "swipe": "touch_methods:swipe",
    "swipePoints": "touch_methods:swipe_points",
    "takeScreenshot": "screen_methods:take_screenshot",
    "waitForExists": "find_methods:wait_for_exists",
    "waitForIdle": "device_methods:wait_for_idle",
    "waitUntilGone": "find_methods:wait_until_gone",
    "wakeUp": "device_methods:wake_up",
}

METHODS: Registry[RpcMethod] = Registry(
    "uiautomator2 method", {name: (_HERE + target, None) for name, target in _TARGETS.items()}
)
