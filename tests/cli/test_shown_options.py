from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rule_texts import shop_rules
from shop import record_shop
from varied_shop import replayed, saying

from gui_rec.cli._shown_options import rules_or_new, shown_to
from gui_rec.errors import UsageError
from gui_rec.replayer.rules.read import read_rule_file


def test_the_newest_report_of_the_recording_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    recording, other = record_shop(tmp_path / "buy"), record_shop(tmp_path / "other")
    with pytest.raises(
        UsageError, match=r"no folder replay-\* here holds a report of it; name one by --report"
    ):
        shown_to(recording, 0, None)
    replayed(recording, tmp_path / "replay-20260101-000000", saying(price="$6.00"))
    replayed(recording, tmp_path / "replay-20260102-000000", saying(price="$7.00"))
    replayed(other, tmp_path / "replay-20260103-000000", saying(price="$8.00"))
    assert "$7.00" in (shown_to(recording, 0, None).replayed.post.ui_xml or "")
    named = shown_to(recording, 0, Path("replay-20260101-000000"))
    assert "$6.00" in (named.replayed.post.ui_xml or "")
    assert rules_or_new(tmp_path / "new.yaml", named).package == "com.example.app"
    path = shop_rules(tmp_path)
    assert rules_or_new(path, named) == read_rule_file(path)


def test_new_rules_name_no_other_apps_version(tmp_path: Path) -> None:
    """A step names the version of the app that it began in: that of the launcher, where it opens the app."""
    recording = record_shop(tmp_path / "buy")
    replayed(recording, tmp_path / "out", saying(price="$6.00"))
    shown = shown_to(recording, 0, tmp_path / "out")
    begun = replace(shown.recorded, app_version="14")
    home = replace(begun, pre=replace(begun.pre, package="com.example.home"))
    path = tmp_path / "new.yaml"
    assert rules_or_new(path, replace(shown, recorded=begun)).versions == ("14",)
    assert rules_or_new(path, replace(shown, recorded=home)).versions == ()
