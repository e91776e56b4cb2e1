"""`error_ui` (R12): the step brought up trouble: a crash, an app that does not respond, a permission dialog, an error.

A text of a page that the step opened is content, whatever its words ("Screen timeout"), unless its id says that it is an
error, or the page says next to nothing else. Only what is no part of the recorded course counts. `expected` is trouble
that is: a permission dialog that the next step answers, or an error whose text an expectation asked for and found. What
stood there before the step already is not its doing.
"""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.datasets.labels._api import UNKNOWN, EpisodeView, Labelled
from gui_rec.datasets.labels.looks import ids_of, tree_of
from gui_rec.model.actions import NO_DEVICE_EFFECT
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.ui.system_windows import is_anr, is_crash, is_permission
from gui_rec.ui.words import says_error

NONE, EXPECTED = "none", "expected"
CRASH, ANR, PERMISSION, ERROR_TEXT, ERROR_TOAST = "crash", "anr", "permission", "error_text", "error_toast"
_MANY_TEXTS = 8
TROUBLES = (CRASH, ANR, PERMISSION, ERROR_TEXT, ERROR_TOAST)


class ErrorUi:
    """One value a step: what came up first in the order of `TROUBLES`, `expected`, or `none`."""

    name = "error_ui"
    meaning = (
        "trouble that the step brought up: crash, anr, permission, error_text, error_toast; expected or none"
    )
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for place, step in enumerate(episode.steps):
            if not step.post.is_usable and step.post.state_key is None and step.post.package is None:
                yield Labelled(step.index, UNKNOWN, "rule:error_ui", 0.0)
                continue
            yield Labelled(step.index, trouble_of(episode, place), "rule:error_ui", 0.9)


def trouble_of(episode: EpisodeView, place: int) -> str:
    """One of `TROUBLES`, `expected` or `none` for the step at `place`."""
    step = episode.steps[place]
    before, after = _troubles(step.pre), _troubles(step.post)
    new = {kind: words for kind, words in after.items() if before.get(kind) != words or kind == ERROR_TOAST}
    if ERROR_TEXT in new and _is_content(step, new[ERROR_TEXT]):
        del new[ERROR_TEXT]
    unexpected = [kind for kind, words in new.items() if not _is_of_the_course(episode, place, kind, words)]
    return min(unexpected, key=TROUBLES.index) if unexpected else EXPECTED if new else NONE


def _troubles(seen: Observation) -> dict[str, str]:
    tree, facts = tree_of(seen), seen.facts
    ids = frozenset[str]() if tree is None else ids_of(tree)
    named = [facts.title, facts.dialog, *(window.title for window in facts.windows)]
    titles = [title for title in named if title]
    found: dict[str, str] = {}
    if is_crash(ids, titles):
        found[CRASH] = facts.dialog or ""
    if is_anr(ids, titles):
        found[ANR] = facts.dialog or ""
    if is_permission(ids, seen.package):
        found[PERMISSION] = facts.dialog or ""
    if facts.error_text and CRASH not in found and ANR not in found:
        found[ERROR_TEXT] = facts.error_text
    if facts.toast and says_error(facts.toast):
        found[ERROR_TOAST] = facts.toast
    return found


def _is_content(step: Step, words: str) -> bool:
    """The step opened a page of many texts, and this is one of them."""
    tree = tree_of(step.post)
    if tree is None or (step.pre.package, step.pre.activity) == (step.post.package, step.post.activity):
        return False
    texts = [node for node in tree.walk() if node.text and node.is_hittable]
    is_named = any(node.text == words and "error" in node.resource_id.lower() for node in texts)
    return not is_named and len(texts) >= _MANY_TEXTS


def _is_of_the_course(episode: EpisodeView, place: int, kind: str, words: str) -> bool:
    if kind == PERMISSION:
        return _next_answers(episode, place)
    told = () if episode.end is None else episode.end.expectations
    return bool(words) and any(
        item.passed is True and words in f"{_spelled(item.probe)} {item.expected}" for item in told
    )


def _spelled(probe: str) -> str:
    """A probe's text with its JSON quotes and backslashes undone as far as words are concerned."""
    return probe.replace('\\"', '"').replace("\\\\", "\\")


def _next_answers(episode: EpisodeView, place: int) -> bool:
    """The next action was made on the dialog, and the dialog is gone after it."""
    following = episode.steps[place + 1 : place + 2]
    return any(
        not isinstance(step.action, NO_DEVICE_EFFECT)
        and PERMISSION in _troubles(step.pre)
        and _troubles(step.post).get(PERMISSION) != _troubles(step.pre)[PERMISSION]
        for step in following
    )


LABELLER = ErrorUi()
