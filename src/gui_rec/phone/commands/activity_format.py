"""Windows' and activities' names in print, which differ by API level (facts: AOSP ActivityRecord.toString,
WindowState.toString, captures of API 28 to 36)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.phone.world.packages import short_component


@dataclass(frozen=True, slots=True)
class ActivityFacts:
    """One activity: its full class name, its task, its process, and the hexadecimal hash of its record."""

    package: str
    activity: str
    task_id: int
    pid: int | None
    token: str

    @property
    def component(self) -> str:
        return short_component(self.package, self.activity)


def record(activity: ActivityFacts, *, api: int) -> str:
    """`ActivityRecord{...}`: a stray brace on 33 and 34, a decimal hash from 35 on."""
    token = str(int(activity.token, 16)) if api >= 35 else activity.token
    brace = "}" if 33 <= api <= 34 else ""
    return f"ActivityRecord{{{token} u0 {activity.component}{brace} t{activity.task_id}}}"


def focused_app(activity: ActivityFacts | None, *, api: int) -> str:
    """The value of `mFocusedApp=`: wrapped in window tokens up to API 29."""
    if activity is None:
        return "null"
    if api >= 30:
        return record(activity, api=api)
    inner = record(activity, api=api)
    return f"AppWindowToken{{{activity.token} token=Token{{{activity.token} {inner}}}}}"


def dumpsys_activities(activities: Sequence[ActivityFacts], *, api: int) -> list[str]:
    """`dumpsys activity activities`; the resumed activity comes first in `activities`."""
    lines = [
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)",
        "Display #0 (activities from top to bottom):",
    ]
    for activity in activities:
        lines += [
            f"  * Task{{{activity.token} #{activity.task_id} type=standard A={activity.package}}}",
            f"    * Hist #0: {record(activity, api=api)}",
            f"      packageName={activity.package} processName={activity.package}",
        ]
    return [*lines, "", *_resumed(activities[0] if activities else None, api)]


def _resumed(top: ActivityFacts | None, api: int) -> list[str]:
    if top is None:
        return []
    shown = record(top, api=api)
    if api <= 30:
        return [f"    mResumedActivity: {shown}", f"  ResumedActivity: {shown}"][: 2 if api >= 29 else 1]
    return [f"  topResumedActivity={shown}", f"  ResumedActivity: {shown}"]


def dumpsys_top(activities: Sequence[ActivityFacts]) -> list[str]:
    """`dumpsys activity top`: the resumed activity last, as the phone has it."""
    lines: list[str] = []
    for activity in reversed(activities):
        pid = activity.pid if activity.pid is not None else "(not running)"
        lines += [
            f"TASK {activity.package} id={activity.task_id} userId=0",
            f"  ACTIVITY {activity.component} {activity.token} pid={pid}",
            f"    Local Activity {activity.token} State:",
            f"      mResumed={str(activity is activities[0]).lower()}",
            "",
        ]
    return lines
