"""The versions a report needs."""

from __future__ import annotations

from gui_rec.cli._versions import PACKAGES, version_text


def test_one_line_a_thing() -> None:
    lines = version_text("1.2.3").splitlines()
    assert lines[0] == "gui-rec 1.2.3"
    assert lines[1].startswith("python 3.")
    assert [line.split()[0] for line in lines[2:-1]] == list(PACKAGES)
    assert "not installed" not in "\n".join(lines)
    assert lines[-1].startswith("adb ")
