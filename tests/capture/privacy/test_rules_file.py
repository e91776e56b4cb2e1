from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.capture.privacy import rules_file
from gui_rec.capture.privacy.rules import AppRule, PatternRule, SelectorRule
from gui_rec.capture.privacy.rules_file import read_rules
from gui_rec.errors import InputError
from gui_rec.model.selector import Selector

WHOLE = """\
patterns:
  email: '[\\w.+-]+@[\\w-]+\\.[\\w.]+'
selectors:
  balance: {resourceId: com.example.bank:id/balance}
apps:
  - com.example.bank
  - {package: com.example.chat, keep_name: true}
notifications: true
"""


def written(folder: Path, text: str) -> Path:
    (folder / "rules.yaml").write_text(text, encoding="utf-8")
    return folder / "rules.yaml"


def test_a_whole_file(tmp_path: Path) -> None:
    rules = read_rules(written(tmp_path, WHOLE))
    assert rules.password
    assert rules.patterns == (PatternRule("email", r"[\w.+-]+@[\w-]+\.[\w.]+"),)
    assert rules.selectors == (SelectorRule("balance", Selector(resource_id="com.example.bank:id/balance")),)
    assert rules.apps == (
        AppRule.of("com.example.bank", keep_name=False),
        AppRule.of("com.example.chat", keep_name=True),
    )
    assert rules.notifications
    assert not read_rules(written(tmp_path, "notifications: false"), password=False)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "expected the keys"),
        ("- a", "expected the keys"),
        ("faces: true", "'faces': no such key"),
        ("patterns: [a]", "patterns: expected names"),
        ("patterns: {1: a}", "patterns: expected names"),
        ("patterns: {a: 3}", "patterns.a: expected a pattern"),
        ("patterns: {a: '('}", "'a'"),
        ("selectors: {a: {color: red}}", "selectors.a.color"),
        ("apps: com.example.bank", "apps: expected a list"),
        ("apps: [{package: 3}]", "apps: expected a package"),
        ("apps: [{package: com.a, hide: true}]", "apps: expected a package"),
        ("apps: ['two words']", "com.example.bank"),
        ("notifications: maybe", "notifications: expected true or false"),
        ("a: &x [b]\nb: *x", "an alias"),
        ("a: [", "expected mask rules in JSON or YAML"),
        ("a: !!python/object:os.system x", "expected mask rules in JSON or YAML"),
    ],
)
def test_what_is_not_understood_is_named_with_the_file(tmp_path: Path, text: str, named: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_rules(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert named in str(caught.value)


def test_a_file_that_is_not_there_or_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_rules(tmp_path / "none.yaml")
    monkeypatch.setattr(rules_file, "MAX_BYTES", 8)
    with pytest.raises(InputError, match="at most 8 bytes"):
        read_rules(written(tmp_path, "notifications: true"))


@given(st.binary(max_size=60))
def test_any_bytes_are_rules_or_an_input_error(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(data)
    try:
        read = read_rules(path)
    except InputError:
        return
    assert read.password
