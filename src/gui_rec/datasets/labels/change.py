"""Whether a step changed the screen, as far as the stored observations can tell."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.vision.fingerprint import distance

_SURELY_DIFFERENT_BITS = 8
"""Perceptual hashes of equal pages differ by a few bits where a clock or a caret moves."""


@dataclass(frozen=True, slots=True)
class Change:
    """`changed` is None where nothing comparable was stored."""

    changed: bool | None
    confidence: float


def change_of(step: Step) -> Change:
    """Compare before and after: app and page, then the hierarchy's keys, then the pictures' fingerprints."""
    pre, post = step.pre, step.post
    if _both_differ(pre.package, post.package) or _both_differ(pre.activity, post.activity):
        return Change(True, 1.0)
    bits = _bits(pre, post)
    if pre.state_key is not None and post.state_key is not None:
        return _by_tree(pre.state_key != post.state_key, bits)
    return _by_picture(bits)


def _both_differ(before: str | None, after: str | None) -> bool:
    return before is not None and after is not None and before != after


def _bits(pre: Observation, post: Observation) -> int | None:
    if pre.fingerprint is None or post.fingerprint is None:
        return None
    return distance(pre.fingerprint, post.fingerprint)


def _by_tree(tree_differs: bool, bits: int | None) -> Change:
    if tree_differs:
        return Change(True, 0.8 if bits == 0 else 0.95)
    if bits is None:
        return Change(False, 0.8)
    if bits == 0:
        return Change(False, 0.95)
    # The hierarchy says the same and the picture does not: a canvas, a video, or a moving caret.
    return Change(True, 0.7) if bits >= _SURELY_DIFFERENT_BITS else Change(None, 0.0)


def _by_picture(bits: int | None) -> Change:
    if bits is None:
        return Change(None, 0.0)
    if bits == 0:
        return Change(False, 0.7)
    return Change(True, 0.8) if bits >= _SURELY_DIFFERENT_BITS else Change(None, 0.0)
