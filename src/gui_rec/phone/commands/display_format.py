"""What a phone prints about its display, as pure functions (facts: AOSP DisplayViewport.toString, captures)."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.model.geometry import ScreenSize

PHYSICAL_DISPLAY_ID = "4619827259835644672"
SECOND_PHYSICAL_ID = "4619827551948147201"
SECOND_DISPLAY = 1


@dataclass(frozen=True, slots=True)
class DisplayFacts:
    """One display. `panel` is the hardware in its natural orientation, `rotation` 0..3 quarter turns.

    `size` and `dpi` are overrides of the panel's size and density; None where there is none. `display_id` 0 is
    the phone's own.
    """

    panel: ScreenSize
    rotation: int
    density_dpi: int
    awake: bool
    size: ScreenSize | None = None
    dpi: int | None = None
    display_id: int = 0

    @property
    def physical_id(self) -> str:
        """The id that `screencap -d` takes from Android 10 on."""
        return PHYSICAL_DISPLAY_ID if self.display_id == 0 else SECOND_PHYSICAL_ID

    @property
    def shown(self) -> ScreenSize:
        """The size as the user sees it: swapped by odd rotations, an override counts."""
        return self.turned(self.size or self.panel)

    def turned(self, size: ScreenSize) -> ScreenSize:
        """A natural size as it lies in the present rotation."""
        return ScreenSize(size.height_px, size.width_px) if self.rotation % 2 else size


def wm_size_lines(display: DisplayFacts) -> list[str]:
    """`wm size`: the panel and its override, which a rotation does not swap."""
    override = [f"Override size: {display.size}"] if display.size is not None else []
    return [f"Physical size: {display.panel}", *override]


def wm_density_lines(display: DisplayFacts) -> list[str]:
    """`wm density`"""
    override = [f"Override density: {display.dpi}"] if display.dpi is not None else []
    return [f"Physical density: {display.density_dpi}", *override]


def viewport(display: DisplayFacts, *, api: int) -> str:
    """A `DisplayViewport{...}`; fields were added with the years."""
    number = display.display_id
    physical = display.turned(display.panel)
    dpi = float(display.density_dpi)
    fields = [
        *([f"type={'EXTERNAL' if number else 'INTERNAL'}"] if api >= 29 else []),
        "valid=true",
        *(["isActive=true"] if api >= 30 else []),
        f"displayId={number}",
        f"uniqueId='local:{display.physical_id if api >= 29 else number}'",
        *([f"physicalPort={number}"] if api >= 29 else []),
        f"orientation={display.rotation}",
        *([f"densityDpi={display.density_dpi}", f"xDpi={dpi}", f"yDpi={dpi}"] if api >= 35 else []),
        f"logicalFrame=Rect(0, 0 - {display.shown.width_px}, {display.shown.height_px})",
        f"physicalFrame=Rect(0, 0 - {physical.width_px}, {physical.height_px})",
        f"deviceWidth={display.panel.width_px}",
        f"deviceHeight={display.panel.height_px}",
    ]
    return "DisplayViewport{" + ", ".join(fields) + "}"


def dumpsys_display(display: DisplayFacts, second: DisplayFacts | None = None, *, api: int) -> list[str]:
    """`dumpsys display`. Nothing before the viewport says `orientation=`, which readers search first."""
    displays = [display] if second is None else [display, second]
    ports = [viewport(each, api=api) for each in displays]
    old = [f"  mDefaultViewport={ports[0]}", *(f"  mExternalViewport={port}" for port in ports[1:])]
    state = "ON" if display.awake else "OFF"
    return [
        "DISPLAY MANAGER (dumpsys display)",
        "  mOnlyCode=false",
        "  mSafeMode=false",
        "  mPendingTraversal=false",
        f"  mGlobalDisplayState={state}",
        *([f"  mViewports=[{', '.join(ports)}]"] if api >= 29 else old),
        "  mDefaultDisplayDefaultColorMode=0",
        "",
        f"Display Devices: size={len(displays)}",
        f"  mState={state}",
        f"Logical Displays: size={len(displays)}",
        *(line for each in displays for line in _logical(each)),
    ]


def _logical(display: DisplayFacts) -> list[str]:
    name = "HDMI Screen" if display.display_id else "Built-in Screen"
    return [
        f"  Display {display.display_id}:",
        f"    mDisplayId={display.display_id}",
        f'    mBaseDisplayInfo=DisplayInfo{{"{name}", displayId {display.display_id}, '
        f"real {display.panel.width_px} x {display.panel.height_px}, density {display.density_dpi}}}",
    ]


def dumpsys_input(
    display: DisplayFacts, second: DisplayFacts | None = None, *, api: int, focused_display: int = 0
) -> list[str]:
    """`dumpsys input`: the touch devices' view of the displays, and from API 29 on which display has the focus."""
    return [
        "INPUT MANAGER (dumpsys input)",
        "",
        "Input Reader State:",
        *_touch_device(display, api, number=1),
        *([] if second is None else _touch_device(second, api, number=2)),
        "",
        "Input Dispatcher State:",
        "  DispatchEnabled: true",
        "  DispatchFrozen: false",
        *([f"  FocusedDisplayId: {focused_display}"] if api >= 29 else []),
    ]


def _touch_device(display: DisplayFacts, api: int, *, number: int) -> list[str]:
    """The touch node of that number, which lies on the display."""
    turned = f"InputDeviceOrientation: Rotation{display.rotation}"
    orientation = turned if api >= 33 else f"SurfaceOrientation: {display.rotation}"
    kind, port = ("EXTERNAL", 1) if display.display_id else ("INTERNAL", 0)
    return [
        f"  Device {number + 1}: virtio_input_multi_touch_{number}",
        "    Touch Input Mapper (mode - DIRECT):",
        f"      Viewport {kind}: displayId={display.display_id}, uniqueId=local:{display.physical_id}, port={port}, "
        f"orientation={display.rotation}, isActive=[1]",
        f"      RawSurfaceWidth: {display.panel.width_px}px",
        f"      RawSurfaceHeight: {display.panel.height_px}px",
        f"      PhysicalWidth: {display.panel.width_px}px",
        f"      PhysicalHeight: {display.panel.height_px}px",
        f"      {orientation}",
    ]


def surface_flinger_ids(second: DisplayFacts | None = None) -> list[str]:
    """`dumpsys SurfaceFlinger --display-id`"""
    ids = [PHYSICAL_DISPLAY_ID] if second is None else [PHYSICAL_DISPLAY_ID, second.physical_id]
    return [
        f'Display {physical_id} (HWC display {port}): port={port} pnpId=GGL displayName="EMU_display_{port}"'
        for port, physical_id in enumerate(ids)
    ]


def surface_flinger(display: DisplayFacts, second: DisplayFacts | None = None) -> list[str]:
    """The part of `dumpsys SurfaceFlinger` that readers look for."""
    power = "On" if display.awake else "Off"
    return [
        "Build configuration: [sf]",
        f"Displays ({1 if second is None else 2} entries)",
        *surface_flinger_ids(second),
        f"  orientation=ROTATION_{display.rotation * 90}, orientation={display.rotation}, powerMode={power}",
        f"  {display.panel}, density {display.density_dpi}",
        *([] if second is None else [f"  {second.panel}, density {second.density_dpi}"]),
    ]
