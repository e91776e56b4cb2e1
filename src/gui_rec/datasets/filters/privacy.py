"""`privacy`: steps on screens that hold something withheld, and texts that should have been withheld and were not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from gui_rec.capture.privacy.slots import is_hidden, slots_named
from gui_rec.datasets.filters._api import Candidate, Drop, chosen_reasons
from gui_rec.errors import HierarchyError
from gui_rec.model.actions import Type
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Tree

_SECRET_ID = re.compile(
    r"(?:^|[/_\W])(?:password|passwd|pwd|passcode|passphrase|pin|otp|cvv|cvc)(?:$|[_\W\d])"
)


class Privacy:
    """Judges each step by its screen before the action and by what was typed."""

    name = "privacy"
    version = 1
    meaning = "steps on screens that hold something withheld, or that show or type a password"
    reasons = MappingProxyType(
        {
            "password_typed": "a text was typed into a password field and stands there unredacted",
            "password_shown": "a password field of the hierarchy holds a readable text",
            "unread_tree": "the hierarchy cannot be read, so nobody knows whether it holds a password",
            "secure_screen": "the app forbids pictures of this screen",
            "masked_screen": "a part of the screen was masked while recording",
        }
    )
    options = MappingProxyType[str, str]({})
    needs_xml = True
    needs_labels: tuple[str, ...] = ()

    def begin(self, options: Sequence[str]) -> _Judge:
        """See `Filter.begin`."""
        return _Judge(chosen_reasons(self, options))


@dataclass(frozen=True, slots=True)
class _Judge:
    chosen: frozenset[str]

    def judge(self, episode: Candidate) -> Iterator[Drop]:
        for step in episode.steps:
            reason = next((reason for reason in _reasons(step) if reason in self.chosen), None)
            if reason is not None:
                # Later prompts would repeat what was typed.
                yield Drop(step.index, reason, untold=reason == "password_typed")


def _reasons(step: Step) -> Iterator[str]:
    tree = _tree(step.pre)
    if _types_a_secret(step, tree):
        yield "password_typed"
    if isinstance(tree, Tree) and any(node.password and is_readable(node.text) for node in tree.walk()):
        yield "password_shown"
    if tree is None:
        yield "unread_tree"
    if _has(step.pre, Flag.SECURE_SCREEN, MissingReason.SECURE_SCREEN):
        yield "secure_screen"
    if step.pre.masked or _has(step.pre, Flag.MASKED, MissingReason.MASKED):
        yield "masked_screen"


def _tree(seen: Observation) -> Tree | str | None:
    """The hierarchy; "" where there is none or it holds nothing; None for one that cannot be read."""
    if seen.ui_xml is None:
        return ""
    try:
        return parse_hierarchy(seen.ui_xml)
    except HierarchyError as error:
        return "" if error.reason == MissingReason.DUMP_EMPTY else None


def _types_a_secret(step: Step, tree: Tree | str | None) -> bool:
    if not isinstance(step.action, Type) or not is_readable(step.action.text):
        return False
    target = step.target
    if target is not None and _SECRET_ID.search((target.resource_id or "").casefold()):
        return True
    if not isinstance(tree, Tree):
        return False
    if target is not None:
        return any(node.password and node.path == target.path for node in tree.walk())
    return any(node.password and node.focused for node in tree.walk())


def is_readable(text: str) -> bool:
    """Whether `text` says something: it is neither empty, nor bullets, nor a slot alone."""
    return bool(text.strip()) and not is_hidden(text.strip()) and {text.strip()} != slots_named([text])


def _has(seen: Observation, flag: Flag, reason: MissingReason) -> bool:
    return flag in seen.flags or any(missing.reason is reason for missing in seen.missing)


FILTER = Privacy()
