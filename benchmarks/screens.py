"""Screens of the simulated phone, made in this process: real frames with their hierarchies."""

from __future__ import annotations

from gui_rec._clock import SystemClock
from gui_rec.model.observation import Observation
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.phone import Phone
from gui_rec.ui.facts import facts_of
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.state_key import state_key
from gui_rec.vision.fingerprint import fingerprint
from gui_rec.vision.png import check_png

SETTINGS = "com.android.settings"


def settings_before_and_after() -> tuple[tuple[bytes, str], tuple[bytes, str]]:
    """Frame and hierarchy of the Settings list, and of the page that its second row opens."""
    phone = Phone(PhoneConfig(seed=1), SystemClock())
    phone.launch(SETTINGS)
    before = (phone.frame(), phone.hierarchy())
    phone.tap(540, 850)
    return before, (phone.frame(), phone.hierarchy())


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
        facts=facts_of(tree, (), keyboard=False),
    )
