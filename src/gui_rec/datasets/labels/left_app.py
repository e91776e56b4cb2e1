"""`left_app` (R13): another app came to the front that does not belong to the task.

Home screens, keyboards, the permission controller and the system's own windows always belong. The task's apps are
those that the person named; else those that the episode itself opens (by name, by address, from the home screen or
the list of recent apps), the one it begins in, and those that its expectations name.
"""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled, answer
from gui_rec.model.actions import Key, OpenApp, OpenUrl
from gui_rec.model.step import Step
from gui_rec.ui.system_windows import is_launcher, is_permission

_SYSTEM_UI = "com.android.systemui"
_SYSTEM = frozenset({"android", _SYSTEM_UI})


class LeftApp:
    """One value a step; unknown where nobody tells which app is in front."""

    name = "left_app"
    meaning = "an app came to the front that does not belong to the task"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        apps = _apps(episode)
        for step in episode.steps:
            seen = step.post.package
            said = None if seen is None else seen not in apps and not _always_belongs(seen)
            yield answer(step.index, said, "rule:left_app", 0.9 if episode.asked.apps else 0.7)


def _always_belongs(package: str) -> bool:
    words = ("inputmethod", "keyboard")
    return (
        package in _SYSTEM
        or is_launcher(package)
        or is_permission(frozenset(), package)
        or any(word in package for word in words)
    )


def _apps(episode: EpisodeView) -> set[str]:
    if episode.asked.apps:
        return set(episode.asked.apps)
    found = {step.post.package for step in episode.steps if _opens(step) and step.post.package}
    first = episode.steps[0].pre.package if episode.steps else None
    if first is not None:
        found.add(first)
    told = () if episode.end is None else episode.end.expectations
    found.update(
        (item.expected or "").partition("/")[0] for item in told if item.probe in ("package", "activity")
    )
    return found


def _opens(step: Step) -> bool:
    if isinstance(step.action, OpenApp | OpenUrl):
        return True
    if isinstance(step.action, Key) and step.action.code == "APP_SWITCH":
        return True
    before = step.pre.package
    return before is not None and (is_launcher(before) or before == _SYSTEM_UI)


LABELLER = LeftApp()
