from __future__ import annotations

from gui_rec.capture.privacy.notifications import notification_rects
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Focus, Window

SIZE = ScreenSize(1000, 2000)
UI = "com.android.systemui"
BAR = Window(UI, "StatusBar", Rect(0, 0, 1000, 80), "STATUS_BAR")
SHADE = Window(UI, "NotificationShade", Rect(0, 0, 1000, 2000), "NOTIFICATION_SHADE")
APP = Focus("a.b", ".Main", "a.b/.Main")


def test_the_status_bar_alone() -> None:
    assert notification_rects((BAR,), APP, SIZE) == [Rect(0, 0, 1000, 80)]


def test_where_no_bar_is_told_the_top_is_taken() -> None:
    assert notification_rects((), APP, SIZE) == [Rect(0, 0, 1000, 100)]


def test_a_visible_shade_without_the_focus_is_a_banner() -> None:
    assert Rect(0, 0, 1000, 500) in notification_rects((SHADE, BAR), APP, SIZE)
    grown = Window(UI, "StatusBar", Rect(0, 0, 1000, 400), "STATUS_BAR")
    assert Rect(0, 0, 1000, 500) in notification_rects((grown,), APP, SIZE)


def test_an_open_shade_is_the_whole_screen() -> None:
    focus = Focus(UI, None, "NotificationShade")
    assert notification_rects((SHADE, BAR), focus, SIZE) == [Rect(0, 0, 1000, 2000)]
