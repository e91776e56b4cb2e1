from __future__ import annotations

from gui_rec.datasets.markdown import plain, table


def test_a_table_has_its_head_and_no_cell_breaks_out() -> None:
    assert table(("a", "b"), [("1", "x | y")]) == "| a | b |\n| --- | --- |\n| 1 | x \\| y |"
    assert plain("two\nlines <b>") == "two lines &lt;b>"
