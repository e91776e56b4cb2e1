"""The page of a replay: everything inside, nothing run, nothing loaded, and every text is only text."""

from __future__ import annotations

import html.parser
import json
import re
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from replay_reports import a_report
from replay_reports import a_step as a_step_report
from shop import changed, label, record_shop, shop
from trajectories import a_step

from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.session import replay
from gui_rec.store.reader import open_trajectories
from gui_rec.viewer.replay_page import replay_page, write_replay_page


class Page(html.parser.HTMLParser):
    """The tags of a page with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def replayed(tmp_path: Path, **world: object) -> tuple[str, Path]:
    """The page of a replay of the shop on a device whose world may be another."""
    recording = record_shop(tmp_path / "buy")
    device = shop(**world)  # type: ignore[arg-type]
    folder = tmp_path / "report"
    report = replay(recording, device, ReplayConfig(report_dir=folder), clock=device.clock)
    recorded = {step.index: step for step in open_trajectories(recording).steps()}
    made = {step.index: step for step in open_trajectories(folder / "run").steps()}
    return replay_page(report, recorded, made), folder


def test_a_good_replay_shows_each_step_before_and_after(tmp_path: Path) -> None:
    page = Page(replayed(tmp_path)[0])
    assert [item["class"] for item in page.all("details")] == ["match", "match"]
    assert all("open" not in item for item in page.all("details"))
    assert page.text.count("recorded: before") == page.text.count("replayed: after") == 2
    assert len(page.all("image")) == 8
    assert all((item["href"] or "").startswith("data:image/webp") for item in page.all("image"))
    assert len(page.all("circle")) == 4
    assert "every step is verified" in page.text


def test_a_difference_is_marked_where_it_is_and_said(tmp_path: Path) -> None:
    dearer = changed("item", "$5.00", label(40, "$9.90", "com.example.app:id/price"))
    page = Page(replayed(tmp_path, item=dearer)[0])
    failed = next(item for item in page.all("details") if item["class"] == "mismatch")
    assert "open" in failed
    assert page.all("rect"), "the differing place"
    assert "$9.90" in page.text
    assert "not every step is verified" in page.text
    assert "1 step(s) were not reached." in page.text


def test_what_only_looks_otherwise_is_marked_too() -> None:
    places = [{"label": "Button 'Add'", "bounds": [4, 40, 104, 60], "hard": True}]
    failed = a_step_report(0, Verdict.MISMATCH, Code.VISUAL_ONLY_DIFF)
    failed = replace(failed, verdict=replace(failed.verdict, evidence=json.dumps({"places": places})))
    page = Page(replay_page(a_report(failed), {0: a_step(0)}, {0: a_step(0)}))
    (mark,) = page.all("rect")
    assert (mark["x"], mark["y"], mark["width"], mark["height"]) == ("4", "40", "100", "20")
    assert mark["stroke"] == "#f85149", "it fails the step"
    assert "looks otherwise: Button 'Add'" in page.text


def test_a_step_that_was_not_performed_shows_what_stood_in_the_way(tmp_path: Path) -> None:
    gone = changed("list", "Milk", label(40, "Sold out"))
    page = Page(replayed(tmp_path, list=gone)[0])
    assert "seen; nothing was done" in page.text
    assert len(page.all("image")) == 3


def test_the_page_runs_nothing_and_loads_nothing(tmp_path: Path) -> None:
    text, _ = replayed(tmp_path)
    page = Page(text)
    assert "default-src 'none'" in text
    assert not {"script", "iframe", "object", "link", "form"} & {tag for tag, _ in page.tags}
    assert not re.search(r"(?:src|href)=\"(?!data:|#)", text)
    assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(min_size=1))
def test_what_a_phone_says_is_text_and_nothing_else(said: str) -> None:
    evil = f"<script>{said}</script>\"'><img src=x onerror=y>"
    step = replace(
        a_step_report(0, Verdict.MISMATCH, Code.STATE_MISMATCH, evil), action=evil, target=evil, expected=evil
    )
    evidence = {
        "edits": [{"kind": "TEXT", "label": evil, "bounds": [0, 0, 1, 2], "hard": True}],
        "checks": [],
    }
    step = replace(step, verdict=replace(step.verdict, evidence=json.dumps(evidence)))
    report = replace(a_report(step), goal=evil, recording=evil)
    page = Page(replay_page(report, {0: a_step(0)}, {0: a_step(0)}))
    assert not {"script", "img"} & {tag for tag, _ in page.tags}


def test_a_picture_that_is_not_there_is_said() -> None:
    blind = a_step(0)
    blind = replace(blind, post=replace(blind.post, screenshot=None))
    page = Page(replay_page(a_report(a_step_report()), {0: blind}, {}))
    assert "no picture" in page.text


def test_it_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = write_replay_page(a_report(a_step_report()), {}, {}, tmp_path / "report.html")
    assert target.read_text(encoding="utf-8").endswith("</html>")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
