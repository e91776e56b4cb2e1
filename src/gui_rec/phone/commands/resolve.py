"""Which activity answers an intent on this phone."""

from __future__ import annotations

from gui_rec.phone.apps.installed import HOME_PACKAGE
from gui_rec.phone.commands.intents import Intent
from gui_rec.phone.world.packages import short_component
from gui_rec.phone.world.phone import Phone

MAIN = "android.intent.action.MAIN"
LAUNCHER = "android.intent.category.LAUNCHER"
HOME = "android.intent.category.HOME"
_SETTINGS = "android.settings.SETTINGS"
_SETTINGS_PACKAGE = "com.android.settings"


def resolve(phone: Phone, intent: Intent) -> str | None:
    """`package/.Activity` for an intent, None when nothing answers it.

    A component that is named is returned as it is, whether or not it exists. Nothing on this phone
    answers links, so a VIEW of data has no activity.
    """
    if intent.component is not None:
        return short_component(*intent.component)
    if intent.data is not None:
        return None
    if HOME in intent.categories and intent.action in (None, MAIN):
        return launcher_component(phone, HOME_PACKAGE)
    if intent.action == _SETTINGS:
        return launcher_component(phone, _SETTINGS_PACKAGE)
    if intent.package is not None and intent.action in (None, MAIN):
        return launcher_component(phone, intent.package)
    return None


def launcher_component(phone: Phone, package: str) -> str | None:
    """The activity that a package's icon starts; None for an unknown package or one without an icon."""
    for installed in phone.packages:
        if installed.package == package:
            return installed.component
    return None
