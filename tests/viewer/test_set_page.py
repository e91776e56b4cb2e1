"""The page of a set: leads to the pages of its replays, runs nothing, loads nothing."""

from __future__ import annotations

from pathlib import Path

from replay_sets import a_set, a_step_result, an_attempt, an_item

from gui_rec.replayer.sets.results import AttemptEnd
from gui_rec.viewer.set_page import set_page, write_set_page

BAD = an_attempt(
    AttemptEnd.FAILED,
    a_step_result(0, "NO_EFFECT", "<script>alert(1)</script>"),
    folder="trajectories/E 1/attempt_1",
)
GOOD = an_attempt(folder="trajectories/E/attempt_2")


def test_every_trajectory_stands_there_with_its_replays(tmp_path: Path) -> None:
    report = a_set(an_item("flaky", BAD, GOOD), an_item("lost", an_attempt(AttemptEnd.DIED), given_back=1))
    pages = {"trajectories/E 1/attempt_1": "trajectories/E 1/attempt_1/report.html"}
    text = write_set_page(report, pages, tmp_path / "report.html").read_text(encoding="utf-8")
    assert 'href="trajectories/E%201/attempt_1/report.html"' in text
    assert text.count("<a ") == 1  # the other replay's page was not kept
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    for words in ("given back 1", "1 flaky", "1 lost", "Flaky steps", "By device", "NO_EFFECT 1"):
        assert words in text
    assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_an_empty_set_has_a_page() -> None:
    assert "0 trajectories" in set_page(a_set(), {})
