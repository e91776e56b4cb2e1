from __future__ import annotations

import pytest
from phone_commands import SHOP, make_context

from gui_rec.phone.commands.intents import Intent
from gui_rec.phone.commands.resolve import MAIN, launcher_component, resolve


@pytest.mark.parametrize(
    ("intent", "expected"),
    [
        (Intent(component=("com.nobody", "com.nobody.A")), "com.nobody/.A"),
        (Intent(package=SHOP), f"{SHOP}/.LoginActivity"),
        (Intent(action=MAIN, package=SHOP), f"{SHOP}/.LoginActivity"),
        (Intent(action="android.settings.SETTINGS"), "com.android.settings/.Settings"),
        (Intent(action="android.intent.action.VIEW", data="https://a.b"), None),
        (Intent(action="android.intent.action.SEND", package=SHOP), None),
        (Intent(), None),
    ],
)
def test_resolution(intent: Intent, expected: str | None) -> None:
    ctx, _ = make_context()
    assert resolve(ctx.phone, intent) == expected


def test_packages_without_an_icon() -> None:
    ctx, _ = make_context()
    assert launcher_component(ctx.phone, "com.android.systemui") is None
    assert launcher_component(ctx.phone, "com.nobody") is None
