"""Screens of the simulated phone, made in this process: real frames with their hierarchies."""

from __future__ import annotations

from dataclasses import replace

from mutations.stage import Stage, observe

from gui_rec._clock import SystemClock
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation, Window
from gui_rec.phone.apps.installed import installed_apps
from gui_rec.phone.apps.widgets import page, recycler, text, top_bar
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.phone import Phone
from gui_rec.phone.world.views import Env, Flow, Look, Screen, View
from gui_rec.ui.facts import facts_of
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.state_key import state_key
from gui_rec.vision.fingerprint import fingerprint
from gui_rec.vision.png import check_png

SETTINGS = "com.android.settings"
DENSE_ROWS = 59
BARS = (
    Window("com.android.systemui", "StatusBar", Rect(0, 0, 1080, 84), "STATUS_BAR"),
    Window("com.android.systemui", "NavigationBar0", Rect(0, 2274, 1080, 2400), "NAVIGATION_BAR"),
)


def settings_before_and_after() -> tuple[tuple[bytes, str], tuple[bytes, str]]:
    """Frame and hierarchy of the Settings list, and of the page that its second row opens."""
    phone = Phone(PhoneConfig(seed=1), SystemClock())
    phone.launch(SETTINGS)
    before = (phone.frame(), phone.hierarchy())
    phone.tap(540, 850)
    return before, (phone.frame(), phone.hierarchy())


def dense_before_and_after() -> tuple[tuple[bytes, str], tuple[bytes, str]]:
    """Frame and hierarchy of Settings, and of a page of 300 elements: rows of a name, a value, a switch and a sign."""
    apps = dict(installed_apps())
    apps[SETTINGS] = replace(apps[SETTINGS], screens={**apps[SETTINGS].screens, ".Dense": Screen(_dense)})
    stage = Stage(apps[SETTINGS], ".Settings")
    first, second = observe(stage), observe(replace(stage, screen=".Dense"))
    return _bytes(first), _bytes(second)


def _bytes(seen: Observation) -> tuple[bytes, str]:
    return seen.screenshot or b"", seen.ui_xml or ""


def _dense(_: Env) -> View:
    rows = (_dense_row(number) for number in range(DENSE_ROWS))
    return page(top_bar("Everything"), recycler("everything", *rows))


def _dense_row(number: int) -> View:
    cells = (
        text(f"Setting {number}", "name", size=11),
        text(f"{number * 37 % 100} %", "value", size=11, w=60),
        View("ImageView", id="sign", w=12, h=12, look=Look(icon="info", icon_size=12, align="center")),
        View(
            "Switch", id="on", w=26, h=12, look=Look(kind="switch"), checkable=True, checked=number % 3 == 0
        ),
    )
    return View(
        "LinearLayout",
        id="row",
        flow=Flow.ROW,
        h=13,
        gap=8,
        pad=(16, 0, 16, 0),
        clickable=True,
        children=cells,
    )


def observed(png: bytes, xml: str) -> Observation:
    """All that a look derives from its bytes: checks, fingerprint, tree, key, facts."""
    tree = parse_hierarchy(xml)
    return Observation(
        screenshot=png,
        ui_xml=xml,
        package=tree.package,
        size=check_png(png),
        rotation=0,
        fingerprint=fingerprint(png),
        state_key=state_key(tree, package=tree.package, activity=None),
        facts=facts_of(tree, BARS, keyboard=False),
    )
