"""The texts of the apps that `--value` can override."""

from __future__ import annotations

from gui_rec.errors import UsageError
from gui_rec.phone.apps.shop_goods import ALL

VALUE_NAMES = tuple(f"shop.{kind}.{goods.key}" for kind in ("name", "price") for goods in ALL)


def check_value_name(name: str) -> str:
    """The name. Raises UsageError, with all there are, for one that no app asks for."""
    if name not in VALUE_NAMES:
        raise UsageError(f"no app has a text {name!r}; known: {', '.join(VALUE_NAMES)}")
    return name
