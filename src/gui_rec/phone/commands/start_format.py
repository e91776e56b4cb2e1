"""What `am start` says about how it went, as pure functions (facts: AOSP ActivityManagerShellCommand.java)."""

from __future__ import annotations

from gui_rec.phone.commands.intents import Intent
from gui_rec.phone.world.packages import StartResult, StartStatus, split_component

_COLD_MS = 431
_WARM_MS = 87
_TO_FRONT = "Warning: Activity not started, its current task has been brought to the front"
_TO_TOP = "Warning: Activity not started, intent has been delivered to currently running top-most instance."


def outcome_lines(result: StartResult | None, intent: Intent) -> list[str]:
    """The lines after `Starting:`; none after a plain start. `result` None: nothing answers the intent."""
    if result is None:
        return [f"Error: Activity not started, unable to resolve {intent.in_print()}"]
    if result.status is StartStatus.BROUGHT_TO_FRONT:
        return [_TO_FRONT]
    if result.status is StartStatus.DELIVERED_TO_TOP:
        return [_TO_TOP]
    if result.status is StartStatus.NO_SUCH_ACTIVITY:
        package, activity = split_component(result.component)
        return ["Error type 3", f"Error: Activity class {{{package}/{activity}}} does not exist."]
    return []


def launch_times(result: StartResult, *, api: int) -> list[str]:
    """What `-W` adds once the activity is drawn; times in ms."""
    total_ms = _COLD_MS if result.cold else _WARM_MS
    return [
        "Status: ok",
        *([f"LaunchState: {_launch_state(result)}"] if api >= 29 else []),
        f"Activity: {result.component}",
        *([f"ThisTime: {total_ms}"] if api <= 28 else []),
        f"TotalTime: {total_ms}",
        f"WaitTime: {total_ms + 6}",
        "Complete",
    ]


def _launch_state(result: StartResult) -> str:
    if result.cold:
        return "COLD"
    return "WARM" if result.status is StartStatus.STARTED else "HOT"
