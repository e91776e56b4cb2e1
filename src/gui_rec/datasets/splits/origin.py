"""Where an episode comes from, as far as its side of a split depends on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from gui_rec.datasets.dedup.keys import step_key
from gui_rec.datasets.dedup.template import task_template
from gui_rec.model.actions import OpenApp
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.step import Step
from gui_rec.ui.system_windows import is_launcher

_NO_APPS = frozenset({"android", "com.android.systemui"})
_NO_APP_ENDS = (".permissioncontroller", ".packageinstaller", ".inputmethod.latin", ".shell")
TIE = "tie "
"""How ties begin. It sorts behind `pair` and `template`, so that a group is named by what stays when others join it."""


@dataclass(frozen=True, slots=True)
class Origin:
    """An episode's task and apps, what ties it to others, and the keys of its steps.

    `app` is the one that most steps began on, "" where none was seen. `ties` are texts: episodes that share one are on
    one side. `indices` are the steps that the filters kept. `keys` are by step; steps on the launcher (`exempt`) and
    on unknown screens (`unknown`) have none.
    """

    episode_id: str
    template: str
    app: str
    apps: frozenset[str]
    ties: tuple[str, ...]
    indices: tuple[int, ...]
    keys: Mapping[int, int]
    exempt: int
    unknown: int


def origin_of(
    info: EpisodeInfo, whole: Iterable[Step], kept: Collection[int], sources: Iterable[str]
) -> Origin:
    """The origin of an episode; `kept` are the steps that the filters kept, `sources` episodes it was derived from.

    Apps are read off all steps, since a screen that is not taught may have been seen by the next one's prompt.
    """
    seen: Counter[str] = Counter()
    keys: dict[int, int] = {}
    exempt = unknown = 0
    for step in whole:
        seen.update(_apps(step))
        if step.index not in kept:
            continue
        key = step_key(step)
        if is_launcher(step.pre.package):
            exempt += 1
        elif key is None:
            unknown += 1
        else:
            keys[step.index] = key
    template = task_template(info.goal or "") or f"episode {info.episode_id}"
    ties = [f"{TIE}episode {name}" for name in (info.episode_id, *sources)]
    if info.task_id:
        ties.append(f"{TIE}task {info.task_id}")
    app = min(seen, key=lambda name: (-seen[name], name), default="")
    return Origin(
        info.episode_id,
        template,
        app,
        frozenset(seen),
        tuple(sorted(set(ties))),
        tuple(sorted(kept)),
        keys,
        exempt,
        unknown,
    )


def _apps(step: Step) -> Iterable[str]:
    found = [step.pre.package, step.post.package]
    if isinstance(step.action, OpenApp):
        found.append(step.action.package)
    return [package for package in found if package and _is_app(package)]


def _is_app(package: str) -> bool:
    return not is_launcher(package) and package not in _NO_APPS and not package.endswith(_NO_APP_ENDS)
