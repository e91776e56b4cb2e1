"""What a screen may look at while it says what it holds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from gui_rec.phone.world.state import Activity, World
from gui_rec.phone.world.words import date_words


def wall_time(world: World) -> datetime:
    """The phone's wall clock; its time zone is UTC."""
    return datetime.fromtimestamp(world.wall_us() / 1e6, UTC)


def clock_text(world: World) -> str:
    """`9:05`, as the status bar shows it."""
    now = wall_time(world)
    return f"{now.hour}:{now.minute:02d}"


class ScreenEnv:
    """The `Env` of one activity."""

    def __init__(self, world: World, activity: Activity) -> None:
        self._world = world
        self._activity = activity

    def get(self, name: str, default: str = "") -> str:
        if name.startswith("app."):
            return self._world.app_vars.get(self._activity.app.package, {}).get(name, default)
        return self._activity.vars.get(name, default)

    def value(self, key: str, default: str) -> str:
        return self._world.config.values.get(key, default)

    def setting(self, namespace: str, key: str, default: str = "") -> str:
        value = self._world.settings.get(namespace, key)
        return default if value is None else value

    @property
    def date_text(self) -> str:
        return date_words(self._world.language, wall_time(self._world))

    @property
    def recent(self) -> tuple[tuple[str, str], ...]:
        apps = [task.app for task in reversed(self._world.tasks)]
        return tuple((app.label, app.package) for app in apps if app.package != self._world.home)

    @property
    def facts(self) -> Mapping[str, str]:
        config = self._world.config
        return {
            "model": config.model,
            "release": config.release,
            "api": str(config.api),
            "locale": self._world.settings.get("system", "system_locales") or config.locale,
        }
