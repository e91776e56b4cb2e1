"""A set of replays as one self-contained HTML page that leads to the page of each replay.

The page runs no script and loads nothing. All text goes through autoescape, since it comes from recordings and phones.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from gui_rec.replayer.sets.report import SetReport
from gui_rec.viewer.replay_page import TEMPLATES


def write_set_page(report: SetReport, pages: Mapping[str, str], target: Path) -> Path:
    """Write the page to `target` by rename. `pages` are the pages of attempts, relative to it, by the attempt's folder."""
    fresh = target.with_name(f"{target.name}.new")
    fresh.write_text(set_page(report, pages), encoding="utf-8")
    fresh.replace(target)
    return target


def set_page(report: SetReport, pages: Mapping[str, str]) -> str:
    """The page's text."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, undefined=jinja2.StrictUndefined
    )
    links = {folder: quote(page) for folder, page in pages.items()}
    return environment.get_template("set.html").render(report=report, counts=report.counts, pages=links)
