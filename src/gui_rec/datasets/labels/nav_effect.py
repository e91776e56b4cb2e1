"""`nav_effect` (R7): going back, home or to an app led where such an action leads.

Home leads to a home screen, opening an app to that app, back to another page or to the same one without a dialog or
the keyboard.
"""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import EpisodeView, Labelled, answer
from gui_rec.datasets.labels.change import change_of
from gui_rec.datasets.labels.looks import StepLook
from gui_rec.model.actions import Key, OpenApp
from gui_rec.model.step import Step
from gui_rec.ui.system_windows import is_launcher


class NavEffect:
    """One value a step that goes back, home, or opens an app."""

    name = "nav_effect"
    meaning = "going back, home or to an app led where such an action leads"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for place, step in enumerate(episode.steps):
            match step.action:
                case Key(code="HOME"):
                    yield answer(step.index, _home(step), "rule:nav_effect", 0.95)
                case Key(code="BACK"):
                    yield answer(step.index, _back(step, episode.look(place)), "rule:nav_effect", 0.9)
                case OpenApp():
                    yield answer(step.index, _opened(step, step.action), "rule:nav_effect", 0.95)


def _home(step: Step) -> bool | None:
    return None if step.post.package is None else is_launcher(step.post.package)


def _back(step: Step, look: StepLook) -> bool | None:
    return change_of(step, look).changed


def _opened(step: Step, action: OpenApp) -> bool | None:
    seen = step.post.package
    if seen is None:
        return None
    if action.package is not None:
        return seen == action.package
    if is_launcher(seen):
        return False
    # Only the name is known: another app came to the front, or the one in front calls itself by it.
    if seen != step.pre.package:
        return True
    return True if step.app_name == action.name else None


LABELLER = NavEffect()
