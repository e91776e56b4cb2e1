"""`gui-rec replay --rules` on a device in memory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rule_texts import shop_rules
from shop import changed, label, record_shop, shop

from gui_rec.cli._rule_options import judge_of
from gui_rec.cli.main import run
from gui_rec.device import listing
from gui_rec.errors import ExitCode


@pytest.fixture(autouse=True)
def _stand_in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_price_that_the_rules_let_vary_is_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    device = shop(item=changed("item", "$5.00", label(40, "$6.00", "com.example.app:id/price")))
    device.versions = {"com.example.app": "1.7"}
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: device)
    rules = shop_rules(tmp_path)
    status = run(["replay", str(recording), "--rules", str(rules), "--context", "first_run", "--json"])
    captured = capsys.readouterr()
    report = json.loads(captured.out)
    assert "learnt or checked on version 1.0, this is 1.7" in captured.err
    assert (status, [step["outcome"] for step in report["steps"]]) == (ExitCode.OK, ["shown", "added"])
    assert report["steps"][0]["evidence"]["rules"]["ids"] == ["open-milk"]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--rules", "{rules}", "--context", "second_run"], ExitCode.USAGE, "no such context"),
        (["--rules", "{rules}", "--rules", "{rules}"], ExitCode.USAGE, "rename one"),
        (["--judge", "a.py:f", "--judge-command", "b"], ExitCode.USAGE, "exclude each other"),
        (["--judge", "nowhere.py:f"], ExitCode.USAGE, "no such file"),
        (["--judge-command", "'"], ExitCode.USAGE, "expected a command's words"),
        (["--rules", "nowhere.yaml"], ExitCode.BAD_INPUT, "nowhere.yaml: cannot be read"),
    ],
)
def test_rules_that_cannot_be_meant_are_refused_before_a_device_is_asked(
    tmp_path: Path, words: list[str], code: ExitCode, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = record_shop(tmp_path / "t.parquet")
    rules = str(shop_rules(tmp_path))
    assert run(["replay", str(recording), *(word.replace("{rules}", rules) for word in words)]) == code
    assert told in capsys.readouterr().err


def test_a_judges_command_is_words_without_a_shell() -> None:
    found = judge_of(None, "judge --model 'a b' $HOME", 5.0)
    assert found is not None
    assert found.name == "judge --model a b $HOME"
    assert judge_of(None, None, 5.0) is None
