"""A replay as one self-contained HTML page: each step before and after, recorded and replayed, differences marked.

The page runs no script and loads nothing. All text goes through autoescape, since it comes from recordings and phones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from gui_rec.model.actions import target_point
from gui_rec.model.geometry import Rect, to_px
from gui_rec.model.step import Step
from gui_rec.replayer.report import RunReport, StepReport
from gui_rec.viewer.pictures import Thumbnail, thumbnail
from gui_rec.viewer.rule_notes import rule_notes

TEMPLATES = Path(__file__).parent / "templates"
_MOST_MARKS = 20


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in px of the screen that its picture is of. `hard` places fail a step."""

    left: int
    top: int
    width: int
    height: int
    hard: bool
    label: str


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture with what is marked on it; `touch` is where the finger comes down, in px."""

    title: str
    thumbnail: Thumbnail | None
    why_not: str
    marks: tuple[Mark, ...] = ()
    touch: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class PageStep:
    """One step of the page."""

    report: StepReport
    shots: tuple[Shot, ...]
    edits: tuple[Mapping[str, object], ...]
    checks: tuple[Mapping[str, object], ...]
    notes: tuple[tuple[str, str], ...] = ()


def write_replay_page(
    report: RunReport, recorded: Mapping[int, Step], replayed: Mapping[int, Step], target: Path
) -> Path:
    """Write the page to `target` by rename. The steps are by index, those of the replayed run by its own.

    `replayed` is empty where the run was not kept.
    """
    fresh = target.with_name(f"{target.name}.new")
    fresh.write_text(replay_page(report, recorded, replayed), encoding="utf-8")
    fresh.replace(target)
    return target


def replay_page(report: RunReport, recorded: Mapping[int, Step], replayed: Mapping[int, Step]) -> str:
    """The page's text."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, undefined=jinja2.StrictUndefined
    )
    made = count()  # the replayed run holds the steps that were performed, without gaps
    steps = [
        _page_step(step, recorded.get(step.index), replayed.get(next(made)) if step.acted else None)
        for step in report.steps
    ]
    return environment.get_template("replay.html").render(report=report, steps=steps)


def _page_step(report: StepReport, recorded: Step | None, replayed: Step | None) -> PageStep:
    evidence = _evidence(report)
    edits = tuple(edit for edit in _list(evidence.get("edits")) if isinstance(edit, dict))
    checks = tuple(check for check in _list(evidence.get("checks")) if isinstance(check, dict))
    shots = _shots(report, recorded, replayed, (*edits, *_places(evidence)))
    notes = tuple(rule_notes(evidence, report.verdict.outcome))
    return PageStep(report, tuple(shots), edits, checks, notes)


def _places(evidence: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Where elements look otherwise although the hierarchies agree, in the shape of an edit."""
    for place in _list(evidence.get("places")):
        if isinstance(place, dict):
            yield {**place, "kind": "looks otherwise"}


def _evidence(report: StepReport) -> Mapping[str, object]:
    found = json.loads(report.verdict.evidence)
    return found if isinstance(found, dict) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _shots(
    report: StepReport,
    recorded: Step | None,
    replayed: Step | None,
    differences: tuple[Mapping[str, object], ...],
) -> Iterator[Shot]:
    marks = tuple(mark for edit in differences[:_MOST_MARKS] if (mark := _mark(edit)) is not None)
    if recorded is not None:
        yield _shot("recorded: before", recorded.pre.screenshot, touch=_touch(recorded))
        yield _shot("recorded: after", recorded.post.screenshot)
    if replayed is not None:
        yield _shot("replayed: before", replayed.pre.screenshot, touch=_touch(replayed))
        yield _shot("replayed: after", replayed.post.screenshot, marks=marks)
    elif not report.acted:
        yield _shot("seen; nothing was done", report.seen_picture, marks=marks)


def _shot(
    title: str, picture: bytes | None, *, marks: tuple[Mark, ...] = (), touch: tuple[int, int] | None = None
) -> Shot:
    small = thumbnail(picture)
    why_not = "" if small is not None else "no picture" if picture is None else "the picture does not decode"
    return Shot(title, small, why_not, marks, touch)


def _touch(step: Step) -> tuple[int, int] | None:
    point = target_point(step.action)
    if point is None or step.pre.size is None:
        return None
    pixel = to_px(point, step.pre.size)
    return pixel.x, pixel.y


def _mark(edit: Mapping[str, object]) -> Mark | None:
    bounds = edit.get("bounds")
    if not (isinstance(bounds, list) and len(bounds) == 4 and all(isinstance(edge, int) for edge in bounds)):
        return None
    rect = Rect(*bounds)
    if rect.is_empty:
        return None
    label = f"{edit.get('kind')}: {edit.get('label')}"
    return Mark(rect.left, rect.top, rect.width, rect.height, bool(edit.get("hard")), label)
