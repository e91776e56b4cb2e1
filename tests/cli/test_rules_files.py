from __future__ import annotations

from pathlib import Path

import pytest
from rule_texts import shop_rules

from gui_rec.cli._rules_files import check_new, put_revision, revised_name
from gui_rec.errors import OutputExistsError, UsageError
from gui_rec.replayer.rules.model import RuleFile
from gui_rec.replayer.rules.read import read_rule_file


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    check_new(tmp_path / "new.yaml")
    with pytest.raises(OutputExistsError, match=r"shop\.yaml: is there already"):
        check_new(shop_rules(tmp_path))


def test_a_folder_that_is_not_there_is_told_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no folder"):
        check_new(tmp_path / "none" / "new.yaml")


@pytest.mark.parametrize(
    ("old", "new"),
    [("shop.yaml", "shop.r4.yaml"), ("shop.r3.yaml", "shop.r4.yaml"), ("a.b.json", "a.b.r4.json")],
)
def test_a_revision_has_a_name_of_its_own(old: str, new: str) -> None:
    assert revised_name(Path("x") / old, 4) == Path("x") / new


def test_the_old_revision_is_kept_beside(tmp_path: Path) -> None:
    path = shop_rules(tmp_path)
    was, old = path.read_text("utf-8"), read_rule_file(path)
    new = RuleFile(old.package, revision=2)
    kept = put_revision(path, old, new)
    assert kept == tmp_path / "shop.r1.yaml"
    assert kept.read_text("utf-8") == was
    assert read_rule_file(path) == new
    assert put_revision(tmp_path / "fresh.yaml", old, new) is None
