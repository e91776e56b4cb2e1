"""Compares the pictures of two states with equal hierarchies, element by element.

Measured thresholds: on PNGs of one size an element has changed when more than 1.5 % of its pixels differ
by more than 48 of 255; that leaves JPEG noise and anti-aliasing out.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
from PIL import Image

from gui_rec.model.geometry import Rect
from gui_rec.replayer.looks import Look
from gui_rec.replayer.pictures import bars, heads_up, is_whole_png, toasts
from gui_rec.ui.tree import Node

_PIXEL_STEP = 48
_ELEMENT_SHARE = 0.015
_BLOCK_PX = 40
_BLOCK_SHARE = 0.05


@dataclass(frozen=True, slots=True)
class Comparison:
    """`elements` were comparable; labels of those that changed; blocks that differ outside all of them."""

    elements: int
    changed: tuple[str, ...]
    changed_pictures: tuple[str, ...]
    blocks_outside: int


def compare(recorded: Look, seen: Look, volatile: frozenset[str]) -> Comparison | None:
    """None where the pictures cannot be compared: one is absent or damaged, or their sizes differ."""
    a, b = recorded.seen.screenshot, seen.seen.screenshot
    if a is None or b is None or recorded.tree is None or seen.tree is None:
        return None
    if recorded.seen.facts.keyboard != seen.seen.facts.keyboard:
        return None  # the page lies elsewhere, or under the keyboard
    if a == b:
        return Comparison(0, (), (), 0)
    if not (is_whole_png(a) and is_whole_png(b)):
        return None
    differs = _differing(a, b)
    if differs is None:
        return None
    for side in (recorded.seen, seen.seen):
        for rect in (*bars(side), *toasts(side), *heads_up(side)):
            _clear(differs, rect)
    return _by_element(recorded, seen, differs, volatile)


def _differing(a: bytes, b: bytes) -> np.ndarray | None:
    first, second = _pixels(a), _pixels(b)
    if first.shape != second.shape:
        return None
    return np.asarray((np.abs(first - second) > _PIXEL_STEP).any(axis=2))


def _pixels(png: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB")).astype(np.int16)


def _clear(differs: np.ndarray, rect: Rect) -> None:
    differs[max(0, rect.top) : max(0, rect.bottom), max(0, rect.left) : max(0, rect.right)] = False


def _by_element(recorded: Look, seen: Look, differs: np.ndarray, volatile: frozenset[str]) -> Comparison:
    places = {node.path: node for node in recorded.nodes()}
    changed: list[str] = []
    pictures: list[str] = []
    leaves = [node for node in seen.nodes() if _is_element(node)]
    comparable = 0
    for node in leaves:
        twin = places.get(node.path)
        if twin is not None and twin.bounds == node.bounds and not node.focused and node.path not in volatile:
            comparable += 1
            if _share(differs, node.bounds) > _ELEMENT_SHARE:
                (pictures if _is_picture(node) else changed).append(_label(node))
        elif twin is not None:
            _clear(differs, twin.bounds)
    for node in leaves:
        _clear(differs, node.bounds)
    return Comparison(comparable, tuple(changed), tuple(pictures), _blocks(differs))


def _is_element(node: Node) -> bool:
    says_something = node.is_informative or node.checkable or node.clickable
    return not node.children and not node.bounds.is_empty and (says_something or _is_picture(node))


def _is_picture(node: Node) -> bool:
    return node.class_name.endswith(("Image", "ImageView", "VideoView", "SurfaceView", "TextureView"))


def _share(differs: np.ndarray, rect: Rect) -> float:
    part = differs[max(0, rect.top) : max(0, rect.bottom), max(0, rect.left) : max(0, rect.right)]
    return float(part.mean()) if part.size else 0.0


def _blocks(differs: np.ndarray) -> int:
    height, width = (side // _BLOCK_PX * _BLOCK_PX for side in differs.shape)
    if not height or not width:
        return 0
    tiles = differs[:height, :width].reshape(height // _BLOCK_PX, _BLOCK_PX, width // _BLOCK_PX, _BLOCK_PX)
    return int((tiles.mean(axis=(1, 3)) > _BLOCK_SHARE).sum())


def _label(node: Node) -> str:
    words = node.text or node.content_desc or node.resource_id.rpartition("/")[2]
    return f"{node.class_name.rpartition('.')[2]} {words!r}"
