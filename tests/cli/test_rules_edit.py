from __future__ import annotations

import sys
from pathlib import Path

import pytest
from rule_texts import SHOP_RULES, shop_rules

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.replayer.rules.read import read_rule_file


def editor(folder: Path, old: str, new: str, status: int = 0) -> str:
    """An editor that replaces a text in the file it is given."""
    script = folder / "my editor.py"
    script.write_text(
        "import sys, pathlib\n"
        "path = pathlib.Path(sys.argv[1])\n"
        f"path.write_text(path.read_text().replace({old!r}, {new!r}))\n"
        f"sys.exit({status})\n",
        encoding="utf-8",
    )
    return f"'{sys.executable}' '{script}'"


def test_an_edited_file_takes_the_olds_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shop_rules(tmp_path)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor(tmp_path, "sold out", "gone"))
    assert run(["rules", "edit", str(path)]) == ExitCode.OK
    assert "shop.r1.yaml" in capsys.readouterr().out
    assert (tmp_path / "shop.r1.yaml").read_text(encoding="utf-8") == SHOP_RULES
    rules = read_rule_file(path)
    assert (rules.revision, rules.steps[0].outcomes[1].name) == (2, "gone")


def test_a_broken_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = shop_rules(tmp_path)
    assert run(["rules", "edit", str(path), "--editor", editor(tmp_path, "outcomes:", "outcome:")]) == (
        ExitCode.BAD_INPUT
    )
    told = capsys.readouterr().err
    assert "steps[0].outcome: no such key" in told
    assert path.read_text(encoding="utf-8") == SHOP_RULES
    Path(told.strip().rpartition(" ")[2]).unlink()


@pytest.mark.parametrize("command", ["'", "/no/such/editor", ""])
def test_an_editor_that_cannot_be_started_is_said(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VISUAL", "/no/such/editor")
    path = shop_rules(tmp_path)
    assert run(["rules", "edit", str(path), "--editor", command]) == ExitCode.USAGE
    assert path.read_text(encoding="utf-8") == SHOP_RULES


def test_an_editor_that_fails_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = shop_rules(tmp_path)
    failing = editor(tmp_path, "sold out", "gone", status=3)
    assert run(["rules", "edit", str(path), "--editor", failing]) == ExitCode.USAGE
    assert "ended with 3; nothing was changed" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == SHOP_RULES


def test_nothing_changed_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = shop_rules(tmp_path)
    assert run(["rules", "edit", str(path), "--editor", editor(tmp_path, "zzz", "y")]) == ExitCode.OK
    assert "nothing was changed" in capsys.readouterr().out
