"""What `dumpsys window` prints, as pure functions (facts: AOSP WindowState.dump, DisplayContent.dump, captures)."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.model.geometry import Rect
from gui_rec.phone.commands.activity_format import ActivityFacts, focused_app
from gui_rec.phone.commands.display_format import DisplayFacts

FOCUS_IN_WINDOWS_UNTIL_API = 28
_FRAMES_ON_ONE_LINE_FROM_API = 31


@dataclass(frozen=True, slots=True)
class WindowFacts:
    """One window; `type_name` as WindowManager.LayoutParams spells it (BASE_APPLICATION, INPUT_METHOD ...)."""

    token: str
    title: str
    package: str
    type_name: str
    frame: Rect
    display_id: int = 0

    def in_print(self) -> str:
        return f"Window{{{self.token} u0 {self.title}}}"


@dataclass(frozen=True, slots=True)
class WindowsFacts:
    """All of the window manager: windows topmost first, the focused one, and the activity in front.

    `second` is the other display, where there is one; its windows are the last of `windows`.
    """

    display: DisplayFacts
    windows: tuple[WindowFacts, ...]
    focus: WindowFacts | None
    app: ActivityFacts | None
    keyguard: bool = False
    second: DisplayFacts | None = None
    second_focus: WindowFacts | None = None
    second_has_focus: bool = False


def focus_lines(facts: WindowsFacts, *, api: int) -> list[str]:
    """`  mCurrentFocus=...` and `  mFocusedApp=...`; null in a transition."""
    focus = facts.focus.in_print() if facts.focus is not None else "null"
    return [f"  mCurrentFocus={focus}", f"  mFocusedApp={focused_app(facts.app, api=api)}"]


def windows_section(facts: WindowsFacts, *, api: int) -> list[str]:
    """`dumpsys window windows`; from API 29 on it tells of the focus only which display has it. Topmost first."""
    lines = ["WINDOW MANAGER WINDOWS (dumpsys window windows)"]
    for number, window in enumerate(facts.windows):
        lines += _window(number, window, api)
    lines += [
        "",
        "  mLastDisplayFreezeDuration=0",
        f"  mCurrentRotation=ROTATION_{facts.display.rotation * 90}",
    ]
    if api > FOCUS_IN_WINDOWS_UNTIL_API:
        lines.append(f"  mTopFocusedDisplayId={int(facts.second_has_focus)}")
    if api <= FOCUS_IN_WINDOWS_UNTIL_API:
        lines += focus_lines(facts, api=api)
    return lines


def _window(number: int, window: WindowFacts, api: int) -> list[str]:
    frame = _rect(window.frame)
    one_line = api >= _FRAMES_ON_ONE_LINE_FROM_API
    return [
        f"  Window #{number} {window.in_print()}:",
        f"    mDisplayId={window.display_id}",
        f"    mOwnerUid=1000 showForAllUsers=false package={window.package} appop=NONE",
        f"    mAttrs={{({window.frame.left},{window.frame.top})({window.frame.width}x{window.frame.height}) "
        f"ty={window.type_name} fmt=TRANSLUCENT}}",
        f"    Requested w={window.frame.width} h={window.frame.height} mLayoutSeq=1",
        f"    Frames: parent={frame} display={frame} frame={frame} last={frame}"
        if one_line
        else f"    Frames: containing={frame} parent={frame}",
        *([] if one_line else [f"    mFrame={frame} last={frame}"]),
        "    mHasSurface=true isReadyForDisplay()=true mWindowRemovalAllowed=false",
        "    isOnScreen=true",
        "    isVisible=true",
    ]


def _rect(rect: Rect) -> str:
    return f"[{rect.left},{rect.top}][{rect.right},{rect.bottom}]"


def displays_section(facts: WindowsFacts, *, api: int) -> list[str]:
    """`dumpsys window displays`: every display with a focus of its own, the phone's display first."""
    lines = ["WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)"]
    lines += _display(facts.display, focus_lines(facts, api=api))
    if facts.second is not None:
        focus = facts.second_focus.in_print() if facts.second_focus is not None else "null"
        lines += ["", *_display(facts.second, [f"  mCurrentFocus={focus}", "  mFocusedApp=null"])]
    return lines


def _display(display: DisplayFacts, focus: list[str]) -> list[str]:
    natural = display.size or display.panel
    short, long = sorted((natural.width_px, natural.height_px))
    base = f" base={natural} {display.dpi or display.density_dpi}dpi" if display.size or display.dpi else ""
    return [
        f"  Display: mDisplayId={display.display_id}",
        f"    init={display.panel} {display.density_dpi}dpi{base} cur={display.shown} app={display.shown} "
        f"rng={short}x{short}-{long}x{long}",
        "    deferred=false mLayoutNeeded=false",
        f"  DisplayFrames w={display.shown.width_px} h={display.shown.height_px} r={display.rotation}",
        *focus,
        f"  mRotation={display.rotation} mCurrentRotation=ROTATION_{display.rotation * 90}",
    ]


def policy_section(facts: WindowsFacts) -> list[str]:
    """`dumpsys window policy`: lock screen and screen state."""
    locked = str(facts.keyguard).lower()
    screen = "ON" if facts.display.awake else "OFF"
    return [
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
        "    mSafeMode=false mSystemReady=true mSystemBooted=true",
        f"    mAwake={str(facts.display.awake).lower()} mScreenOnFully={str(facts.display.awake).lower()}",
        "    KeyguardServiceDelegate",
        f"      showing={locked}",
        f"      inputRestricted={locked}",
        f"      screenState=SCREEN_STATE_{screen}",
        f"    mDreamingLockscreen={locked} mShowingLockscreen={locked} mInputRestricted={locked}",
    ]
