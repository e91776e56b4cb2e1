from __future__ import annotations

from pathlib import Path

import pytest

from gui_rec.errors import InputError
from gui_rec.replayer.rules.editing import Edit, edit_rule_file, kept_name
from gui_rec.replayer.rules.read import read_rule_file

TEXT = """# my rules
rules_version: 1
revision: 3
app: {package: com.example.shop}
steps:
  - {id: a, step: {name: sign in}}
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "shop.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def swap(old: str, new: str) -> Edit:
    def edit(copy: Path) -> None:
        copy.write_text(copy.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")

    return edit


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_a_changed_text_takes_the_files_place_and_the_old_one_is_kept(rules: Path) -> None:
    changed = edit_rule_file(rules, swap("sign in", "log in"))
    assert changed == (rules, rules.with_name("shop.r3.yaml"))
    assert rules.with_name("shop.r3.yaml").read_text(encoding="utf-8") == TEXT
    text = rules.read_text(encoding="utf-8")
    assert text.startswith("# my rules\n")
    assert (read_rule_file(rules).revision, read_rule_file(rules).steps[0].step.name) == (4, "log in")
    assert names(rules.parent) == ["shop.r3.yaml", "shop.yaml"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("step: {name: sign in}", "stp: {}", r"steps\[0\].step: missing"),
        ("revision: 3", "revision: 2", "revision: expected 3 or more, got 2"),
        ("steps:", "steps: [", "does not parse"),
    ],
)
def test_a_wrong_text_is_refused_and_the_file_stays(rules: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(InputError, match=told) as raised:
        edit_rule_file(rules, swap(old, new))
    assert str(raised.value).startswith(f"{rules}: not changed: ")
    assert rules.read_text(encoding="utf-8") == TEXT
    assert names(rules.parent) == ["shop.yaml"]
    copy = Path(str(raised.value).rpartition(" ")[2])
    assert new in copy.read_text(encoding="utf-8")
    copy.unlink()


def test_nothing_changed_is_nothing_done(rules: Path) -> None:
    assert edit_rule_file(rules, lambda _: None) is None
    assert names(rules.parent) == ["shop.yaml"]


def test_a_comment_alone_keeps_the_revision(rules: Path) -> None:
    edit_rule_file(rules, swap("# my rules", "# our rules"))
    assert read_rule_file(rules).revision == 3


def test_a_revision_that_the_person_raised_is_taken(rules: Path) -> None:
    edit_rule_file(rules, swap("revision: 3", "revision: 9"))
    assert read_rule_file(rules).revision == 9


def test_a_file_without_a_line_for_its_revision_gets_one(rules: Path) -> None:
    rules.write_text(TEXT.replace("revision: 3\n", ""), encoding="utf-8")
    edit_rule_file(rules, swap("sign in", "log in"))
    assert read_rule_file(rules).revision == 2


def test_a_kept_revision_never_takes_anothers_place(rules: Path) -> None:
    rules.with_name("shop.r3.yaml").touch()
    assert kept_name(rules, 3).name == "shop.r3-2.yaml"
    assert kept_name(rules.with_name("shop.r2.yaml"), 4).name == "shop.r4.yaml"


def test_an_editor_that_fails_leaves_nothing_behind(rules: Path) -> None:
    seen: list[Path] = []

    def fails(copy: Path) -> None:
        seen.append(copy)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        edit_rule_file(rules, fails)
    assert not seen[0].exists()
