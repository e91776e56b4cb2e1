"""What the server tells of a node and of the device (facts: replies of the uiautomator2 server)."""

from __future__ import annotations

from gui_rec.model.geometry import Rect
from gui_rec.phone.u2.nodes import UiNode
from gui_rec.phone.world.phone import Phone

_PRODUCT = "sdk_gphone64_x86_64"


def rect_fields(rect: Rect) -> dict[str, int]:
    """A rectangle in px of the screen."""
    return {"left": rect.left, "top": rect.top, "right": rect.right, "bottom": rect.bottom}


def object_info(node: UiNode) -> dict[str, object]:
    """A node as `objInfo` answers it; `bounds` may reach beyond the screen, `visibleBounds` does not."""
    return {
        "bounds": rect_fields(node.bounds),
        "visibleBounds": rect_fields(node.visible),
        "childCount": len(node.children),
        "className": node.class_name,
        "contentDescription": node.desc or None,
        "packageName": node.package,
        "resourceName": node.resource_id or None,
        "text": node.text,
        "checkable": node.checkable,
        "checked": node.checked,
        "clickable": node.clickable,
        "enabled": node.enabled,
        "focusable": node.focusable,
        "focused": node.focused,
        "longClickable": node.long_clickable,
        "scrollable": node.scrollable,
        "selected": node.selected,
    }


def device_info(phone: Phone) -> dict[str, object]:
    """The device as `deviceInfo` answers it: sizes in px and dp as the user sees the screen."""
    shown, (_, density_dpi) = phone.snapshot(), phone.display
    size = phone.screen
    return {
        "currentPackageName": shown.focus.package,
        "displayHeight": size.height_px,
        "displayRotation": phone.orientation,
        "displaySizeDpX": round(size.width_px * 160 / density_dpi),
        "displaySizeDpY": round(size.height_px * 160 / density_dpi),
        "displayWidth": size.width_px,
        "naturalOrientation": phone.orientation == 0,
        "productName": _PRODUCT,
        "screenOn": phone.wakefulness == "Awake",
        "sdkInt": phone.config.api,
    }
