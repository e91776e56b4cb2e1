from __future__ import annotations

from phone_commands import SHOP, focus_field, make_context

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.phone.commands.facts import (
    activity_facts,
    all_package_facts,
    battery_facts,
    display_facts,
    package_facts,
    windows_facts,
)


def test_display_follows_screen_and_power() -> None:
    ctx, _ = make_context(size=ScreenSize(720, 1600))
    facts = display_facts(ctx.phone)
    assert (facts.panel, facts.rotation, facts.density_dpi, facts.awake) == (
        ScreenSize(720, 1600),
        0,
        420,
        True,
    )
    ctx.phone.key("POWER")
    assert not display_facts(ctx.phone).awake


def test_the_resumed_activity_comes_first() -> None:
    ctx, _ = make_context()
    ctx.phone.launch(SHOP)
    first = activity_facts(ctx.phone)[0]
    assert (first.package, first.component, first.pid) == (
        SHOP,
        f"{SHOP}/.LoginActivity",
        ctx.phone.pid(SHOP),
    )
    int(first.token, 16)


def test_the_focused_window_is_one_of_the_windows() -> None:
    ctx, clock = make_context()
    focus_field(ctx, clock)
    facts = windows_facts(ctx.phone)
    assert facts.focus in facts.windows
    types = {window.type_name for window in facts.windows}
    assert {"NAVIGATION_BAR", "STATUS_BAR", "INPUT_METHOD", "BASE_APPLICATION"} <= types


def test_a_dark_screen_shows_the_shade() -> None:
    ctx, _ = make_context()
    ctx.phone.key("POWER")
    focus = windows_facts(ctx.phone).focus
    assert focus is not None
    assert focus.title == "NotificationShade"
    assert focus.frame == Rect(0, 0, 1080, 2400)


def test_a_permission_question_is_the_activity_in_front() -> None:
    ctx, _ = make_context(faults=("permission-dialog",))
    ctx.phone.launch(SHOP)
    facts = windows_facts(ctx.phone)
    asking = "com.google.android.permissioncontroller"
    assert facts.app is not None
    assert facts.focus is not None
    assert (facts.app.package, facts.focus.package) == (asking, asking)
    assert facts.focus.type_name == "BASE_APPLICATION"
    assert [activity.package for activity in activity_facts(ctx.phone)][:2] == [asking, SHOP]


def test_a_crash_is_a_window_over_the_app() -> None:
    ctx, _ = make_context(faults=("crash-dialog",))
    ctx.phone.launch(SHOP)
    facts = windows_facts(ctx.phone)
    assert facts.focus is not None
    assert facts.focus.in_print().endswith(f" u0 Application Error: {SHOP}}}")
    assert facts.focus.type_name == "SYSTEM_ALERT"
    assert facts.app is not None
    assert facts.app.package == SHOP


def test_packages() -> None:
    ctx, _ = make_context()
    shop = package_facts(ctx.phone, SHOP)
    assert shop is not None
    assert not shop.system
    assert shop.uid >= 10_000
    assert shop.installed_at == "2025-01-01 12:00:00"
    assert package_facts(ctx.phone, "com.nobody") is None
    uids = [package.uid for package in all_package_facts(ctx.phone)]
    assert len(set(uids)) == len(uids)


def test_battery_is_that_of_the_status_bar() -> None:
    ctx, _ = make_context()
    assert battery_facts(ctx.phone).level == ctx.phone.state()["battery_percent"]
