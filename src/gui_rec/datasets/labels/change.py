"""Whether a step changed the screen, as far as the stored observations can tell."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.datasets.labels.looks import StepLook, hash_bits
from gui_rec.model.step import Step

_SURELY_DIFFERENT_BITS = 8
"""Perceptual hashes of equal pages differ by a few bits where a clock or a caret moves."""


@dataclass(frozen=True, slots=True)
class Change:
    """`changed` is None where nothing comparable was stored."""

    changed: bool | None
    confidence: float


def change_of(step: Step, look: StepLook | None = None) -> Change:
    """Compare before and after: app and page, a toast that came, the hierarchy's keys, then the pictures.

    Where `look` has compared the pictures, their masked blocks decide; else their fingerprints.
    """
    pre, post = step.pre, step.post
    if _both_differ(pre.package, post.package) or _both_differ(pre.activity, post.activity):
        return Change(True, 1.0)
    if post.facts.toast:
        return Change(True, 0.9)  # it names the newest one since the action
    tree_differs = tree_change(step)
    if look is not None and look.residue is not None:
        return _by_blocks(tree_differs, look.residue.blocks)
    bits = hash_bits(pre, post)
    return _by_picture(bits) if tree_differs is None else _by_tree(tree_differs, bits)


def tree_change(step: Step) -> bool | None:
    """Whether the stored state keys differ; None where one is absent."""
    before, after = step.pre.state_key, step.post.state_key
    return None if before is None or after is None else before != after


def _both_differ(before: str | None, after: str | None) -> bool:
    return before is not None and after is not None and before != after


def _by_blocks(tree_differs: bool | None, blocks: int) -> Change:
    if tree_differs:
        return Change(True, 0.97 if blocks else 0.8)
    if blocks:
        return Change(True, 0.9)
    return Change(False, 0.97 if tree_differs is False else 0.85)


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
