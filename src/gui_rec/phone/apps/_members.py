"""The table of apps that a person can open."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.phone.world.views import App

APPS: Registry[App] = Registry(
    "app",
    {
        "shop": ("gui_rec.phone.apps.shop:APP", None),
        "notes": ("gui_rec.phone.apps.notes:APP", None),
        "permissions": ("gui_rec.phone.apps.permissions:APP", None),
        "settings": ("gui_rec.phone.apps.settings:APP", None),
    },
)
