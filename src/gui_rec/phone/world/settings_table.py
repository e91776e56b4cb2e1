"""Android's settings provider: three name spaces of text."""

from __future__ import annotations

from collections.abc import Iterable

NAMESPACES = ("system", "secure", "global")

_DEFAULTS = {
    ("global", "wifi_on"): "1",
    ("global", "bluetooth_on"): "1",
    ("global", "airplane_mode_on"): "0",
    ("global", "mobile_data"): "1",
    ("global", "window_animation_scale"): "1.0",
    ("global", "transition_animation_scale"): "1.0",
    ("global", "animator_duration_scale"): "1.0",
    ("global", "stay_on_while_plugged_in"): "0",
    ("system", "accelerometer_rotation"): "1",
    ("system", "user_rotation"): "0",
    ("system", "screen_brightness"): "102",
    ("system", "screen_brightness_mode"): "0",
    ("system", "screen_off_timeout"): "600000",
    ("system", "show_touches"): "0",
    ("system", "volume_music"): "5",
    ("secure", "dark_theme"): "0",
    ("secure", "location_mode"): "3",
}


class SettingsTable:
    """`(namespace, key)` -> text. `changes` grows with every write."""

    def __init__(self) -> None:
        self._rows = dict(_DEFAULTS)
        self.changes = 0

    @classmethod
    def of(cls, rows: Iterable[tuple[str, str, str]]) -> SettingsTable:
        """A table of exactly these rows: name space, key, value. Raises ValueError for another name space."""
        table = cls()
        table._rows = {}
        for namespace, key, value in rows:
            if namespace not in NAMESPACES:
                raise ValueError(f"settings: {namespace!r} is none of {', '.join(NAMESPACES)}")
            table._rows[namespace, key] = value
        return table

    def get(self, namespace: str, key: str) -> str | None:
        return self._rows.get((namespace, key))

    def put(self, namespace: str, key: str, value: str) -> None:
        if self._rows.get((namespace, key)) != value:
            self._rows[(namespace, key)] = value
            self.changes += 1

    def delete(self, namespace: str, key: str) -> bool:
        """True when there was such a row."""
        if self._rows.pop((namespace, key), None) is None:
            return False
        self.changes += 1
        return True

    def items(self, namespace: str) -> list[tuple[str, str]]:
        """All rows of a name space, sorted by key."""
        return sorted((key, value) for (space, key), value in self._rows.items() if space == namespace)
