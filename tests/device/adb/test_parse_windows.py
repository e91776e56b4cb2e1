from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.device.adb.parse_windows import parse_windows
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Window

NEW = """\
WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #3 Window{aa u0 StatusBar}:
    mDisplayId=0 rootTaskId=1 mSession=Session{1} mClient=android.os.BinderProxy@1
    mOwnerUid=10149 showForAllUsers=true package=com.android.systemui appop=NONE
    mAttrs={(0,0)(fillx84) gr=TOP CENTER_VERTICAL ty=STATUS_BAR fmt=TRANSLUCENT
      fl=NOT_FOCUSABLE}
    Frames: parent=[0,0][1080,2400] display=[0,0][1080,2400] frame=[0,0][1080,84] last=[0,0][1080,84]
    isOnScreen=true
    isVisible=true
  Window #2 Window{bb u0 InputMethod}:
    mDisplayId=0
    mOwnerUid=1 showForAllUsers=false package=com.google.android.inputmethod.latin appop=NONE
    mAttrs={(0,0)(fillxfill) ty=INPUT_METHOD fmt=TRANSPARENT}
    Frames: parent=[0,84][1080,2400] display=[0,84][1080,2400] frame=[0,84][1080,2400]
    isOnScreen=false
    isVisible=false
  Window #1 Window{cc u0 com.cover/.Sub}:
    mDisplayId=2
    isVisible=true
  Window #0 Window{dd u0 com.example.notes/com.example.notes.MainActivity}:
    mDisplayId=0
    mAttrs={(0,0)(fillxfill) ty=BASE_APPLICATION}
    isVisible=true
"""

OLD = """\
  Window #1 Window{aa u0 NavigationBar}:
    mDisplayId=0 stackId=0 mSession=Session{1} mClient=android.os.BinderProxy@1
    mOwnerUid=10 mShowToOwnerOnly=false package=com.android.systemui appop=NONE
    mAttrs=WM.LayoutParams{(0,0)(fillx126) sim=#20 ty=2019 fl=#1840068}
    mHasSurface=true mShownPosition=[0,1794] isReadyForDisplay()=true hasSavedSurface()=false
    mFrame=[0,1794][1080,1920] last=[0,1794][1080,1920]
"""


def test_visible_windows_of_display_0_topmost_first() -> None:
    assert parse_windows(NEW) == (
        Window("com.android.systemui", "StatusBar", Rect(0, 0, 1080, 84), "STATUS_BAR"),
        Window(
            "com.example.notes",
            "com.example.notes/com.example.notes.MainActivity",
            None,
            "BASE_APPLICATION",
        ),
    )


def test_windows_of_another_display_are_its_own() -> None:
    assert parse_windows(NEW, 2) == (Window("com.cover", "com.cover/.Sub", None, None),)
    assert parse_windows(NEW, 1) == ()
    assert parse_windows(OLD, 1) == ()


def test_older_builds_tell_it_otherwise() -> None:
    assert parse_windows(OLD) == (
        Window("com.android.systemui", "NavigationBar", Rect(0, 1794, 1080, 1920), "2019"),
    )


def test_a_window_that_nothing_says_is_visible_is_left_out() -> None:
    assert parse_windows("  Window #0 Window{dd u0 a.b/.C}:\n    mDisplayId=0\n") == ()
    assert parse_windows("") == ()


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_survived(text: str) -> None:
    assert isinstance(parse_windows(f"  Window #0 Window{{1 u0 x}}:\n isVisible=true {text}"), tuple)


def keyboard_block(*about: str) -> str:
    lines = [
        "  Window #3 Window{82dd42b u0 InputMethod}:",
        "    mDisplayId=0",
        "    mOwnerUid=10186 package=com.google.android.inputmethod.latin",
        "    mAttrs={(0,0)(fillxfill) ty=INPUT_METHOD fmt=TRANSPARENT}",
        "    Frames: parent=[0,171][1440,2960] frame=[0,171][1440,2960]",
        *about,
        "    isVisible=true",
    ]
    return "\n".join([*lines, ""])


def test_a_keyboard_lies_where_it_takes_touches_not_where_its_window_does() -> None:
    given = "    mGivenContentInsets=[0,1613][0,0] mGivenVisibleInsets=[0,1613][0,0]"
    region = "    touchable region=SkRegion((0,1784,1440,2900)(0,2900,1400,2960))"
    assert parse_windows(keyboard_block(given, region))[0].bounds == Rect(0, 1784, 1440, 2960)
    assert parse_windows(keyboard_block(given))[0].bounds == Rect(0, 1784, 1440, 2960)
    assert parse_windows(keyboard_block())[0].bounds == Rect(0, 171, 1440, 2960)
    page = keyboard_block(region).replace("ty=INPUT_METHOD", "ty=BASE_APPLICATION")
    assert parse_windows(page)[0].bounds == Rect(0, 171, 1440, 2960)
