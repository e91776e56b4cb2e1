"""The world as plain values, for tests and for people who look into a phone."""

from __future__ import annotations

from gui_rec.phone.world.state import Activity, World


def state_dict(world: World) -> dict[str, object]:
    """JSON-able: activity, variables of screen and apps, back stack, keyboard, toast, faults."""
    top = world.top
    return {
        "version": world.version,
        "package": top.app.package,
        "activity": top.full_class,
        "screen": _activity(top),
        "tasks": [
            {"package": task.app.package, "activities": [a.full_class for a in task.activities]}
            for task in reversed(world.tasks)
        ],
        "apps": {package: dict(values) for package, values in world.app_vars.items()},
        "keyboard": world.keyboard_shown,
        "toast": world.toast.text if world.toast is not None else None,
        "system_dialog": world.system_dialog,
        "awake": world.awake,
        "orientation": world.orientation,
        "battery_percent": world.battery_percent,
        "ime": world.ime.current,
        "night": world.night,
        "language": world.locale,
        **_second(world),
        "faults": list(world.faults.names()),
    }


def _second(world: World) -> dict[str, object]:
    """Of a phone with two displays."""
    if world.config.displays < 2:
        return {}
    return {
        "focused_display": int(world.second.focused),
        "second_display": {"drawer": world.second.drawer, "touches": world.second.touches},
    }


def _activity(activity: Activity) -> dict[str, object]:
    return {
        "vars": dict(activity.vars),
        "scroll": dict(activity.scroll),
        "focus": activity.focus,
        "dialog": activity.dialog,
    }
