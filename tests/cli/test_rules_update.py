from __future__ import annotations

import json
from pathlib import Path

import pytest
from rule_texts import shop_rules
from shop import changed, label, record_shop, shop

from gui_rec.cli.main import run
from gui_rec.errors import ExitCode
from gui_rec.replayer.rules.read import read_rule_file


def newer(tmp_path: Path) -> Path:
    """A run on a version whose cart has another title."""
    device = shop(cart=changed("cart", "Cart", label(4, "Basket", "com.example.app:id/title")))
    device.versions = {"com.example.app": "2.0"}
    return record_shop(tmp_path / "new", device=device)


def recorded_rules(tmp_path: Path) -> Path:
    """Rules for the steps of a recorded run of version 1.0."""
    device = shop()
    device.versions = {"com.example.app": "1.0"}
    runs = [str(record_shop(tmp_path / name, device=shop())) for name in ("a", "b")]
    out = tmp_path / "shop.yaml"
    assert run(["rules", "induce", *runs, "--out", str(out), "--assume-success", "-q"]) == ExitCode.OK
    return out


def test_a_difference_is_proposed_and_written_when_agreed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, recording = recorded_rules(tmp_path), newer(tmp_path)
    was = path.read_text("utf-8")
    capsys.readouterr()
    words = ["rules", "update", str(path), str(recording), "--assume-success"]
    assert run(words) == ExitCode.MISMATCH
    said = capsys.readouterr()
    assert "+revision: 2" in said.err
    assert "nothing was written" in said.out
    assert not (tmp_path / "shop.r2.yaml").exists()
    assert run([*words, "--yes", "--json"]) == ExitCode.OK
    document = json.loads(capsys.readouterr().out)
    assert document["written"] is True
    assert document["versions"] == ["2.0"]
    assert document["difference"].startswith("--- shop.yaml")
    assert path.read_text("utf-8") == was, "the old revision stays"
    assert read_rule_file(tmp_path / "shop.r2.yaml").revision == 2
    assert run(["rules", "check", str(tmp_path / "shop.r2.yaml"), str(recording)]) == ExitCode.OK
    assert run([*words, "--yes"]) == ExitCode.USAGE
    assert "never overwritten" in capsys.readouterr().err


def test_rules_that_name_no_recorded_step_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["rules", "update", str(shop_rules(tmp_path)), str(newer(tmp_path)), "--assume-success", "--yes"]
    assert run(words) == ExitCode.OK
    assert "open-milk: the runs say nothing of it" in capsys.readouterr().out
