"""Installed packages and the answers of the activity manager."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Package:
    """An installed package. `activity` is its launchable activity's full class name, None if it has none."""

    label: str
    package: str
    activity: str | None
    version_name: str
    version_code: int

    @property
    def component(self) -> str | None:
        """`package/.Activity`, short form where Android prints it so."""
        return short_component(self.package, self.activity) if self.activity else None


class StartStatus(StrEnum):
    """What became of an intent."""

    STARTED = "started"
    BROUGHT_TO_FRONT = "brought_to_front"
    DELIVERED_TO_TOP = "delivered_to_top"
    NO_SUCH_ACTIVITY = "no_such_activity"


@dataclass(frozen=True, slots=True)
class StartResult:
    """The answer to an intent: `package/.Activity` that answers it, and whether its process was new."""

    status: StartStatus
    component: str
    cold: bool = False

    @property
    def found(self) -> bool:
        return self.status is not StartStatus.NO_SUCH_ACTIVITY


def short_component(package: str, activity: str) -> str:
    """Full class name -> `package/.Class` when the class lies in the package."""
    if activity.startswith(package + "."):
        activity = activity[len(package) :]
    return f"{package}/{activity}"


def split_component(component: str) -> tuple[str, str]:
    """`p/.A` or `p/p.A` -> (package, full class name); ("", "") when there is no slash."""
    package, slash, name = component.partition("/")
    if not slash or not package or not name:
        return ("", "")
    return (package, package + name if name.startswith(".") else name)
