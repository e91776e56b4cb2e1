"""Training rows as one self-contained HTML page: what the model reads, what it must answer, and where that points.

The page runs no script and loads nothing. All text goes through autoescape, since it comes from recordings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.datasets.export._api import ExportSpec, Sample
from gui_rec.model.actions import target_point
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.viewer.pictures import Thumbnail, thumbnail
from gui_rec.viewer.replay_page import TEMPLATES


@dataclass(frozen=True, slots=True)
class PageTurn:
    """A turn as it is shown; `screen` is its picture."""

    role: str
    text: str
    screen: Thumbnail | None


@dataclass(frozen=True, slots=True)
class PageSample:
    """A row as it is shown. `mark` is (left, top, width, height) of the recorded target and `touch` the place that the
    answer names, both in per cent of the last picture.
    """

    sample: Sample
    turns: tuple[PageTurn, ...]
    mark: tuple[float, float, float, float] | None
    touch: tuple[float, float] | None


def samples_page(samples: Sequence[Sample], spec: ExportSpec) -> str:
    """The page's text."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, undefined=jinja2.StrictUndefined
    )
    shown = [_shown(sample) for sample in samples]
    return environment.get_template("samples.html").render(samples=shown, spec=spec)


def _shown(sample: Sample) -> PageSample:
    turns = tuple(
        PageTurn(turn.role, turn.text, None if turn.picture is None else thumbnail(turn.picture.data))
        for turn in sample.turns
    )
    point = target_point(sample.actions[-1]) if sample.actions else None
    touch = None if point is None else (_per_cent(point.x), _per_cent(point.y))
    return PageSample(sample, turns, _mark(sample, sample.recorded), touch)


def _mark(sample: Sample, screen: ScreenSize | None) -> tuple[float, float, float, float] | None:
    bounds = sample.bounds_px
    if bounds is None or screen is None or len(sample.actions) != 1:
        return None
    seen = bounds.intersect(_whole(screen))
    return (
        _per_cent(seen.left / screen.width_px),
        _per_cent(seen.top / screen.height_px),
        _per_cent(max(0, seen.width) / screen.width_px),
        _per_cent(max(0, seen.height) / screen.height_px),
    )


def _whole(screen: ScreenSize) -> Rect:
    return Rect(0, 0, screen.width_px, screen.height_px)


def _per_cent(share: float) -> float:
    return round(100 * share, 2)
