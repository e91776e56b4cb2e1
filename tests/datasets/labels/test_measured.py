"""The measured figures of labels are those of the benchmark's page."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui_rec.datasets.labels._members import LABELS
from gui_rec.datasets.labels.measured import MEASURED, measured_words

PAGE = Path(__file__).parents[3] / "docs" / "label-benchmark.md"


@pytest.mark.parametrize("label", sorted(MEASURED))
def test_figures_are_those_of_the_page(label: str) -> None:
    value, figures = MEASURED[label]
    assert label in LABELS
    page = PAGE.read_text(encoding="utf-8").partition("## Test apps")[2].partition("## Dev apps")[0]
    cells = f"{figures.precision:.3f} ({figures.hits}/{figures.said}) | {figures.recall:.3f} ({figures.hits}/{figures.true})"
    start = "| gui-rec |" if value in ("success", "good") else f"| `{label}"
    assert [line for line in page.splitlines() if line.startswith(start) and cells in line], (
        f"{label}: {cells}"
    )


def test_what_was_not_measured_says_nothing() -> None:
    assert measured_words("claimed") == ""
    assert "for `success`" in measured_words("episode_label")
