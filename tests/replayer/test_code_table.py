"""The table of rules is whole, is what the checks do, and is what docs/verification.md says."""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gui_rec.model.verdict import SHADE_MEANINGS, Code, Shade, Verdict
from gui_rec.replayer.checks._members import CHECKS
from gui_rec.replayer.code_table import CODE_RULES, STAGES

ROOT = Path(__file__).resolve().parent.parent.parent
_CODE = re.compile(r"\bCode\.([A-Z_]+)\b")


def _script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGE = _script("verdict_page")


def test_every_code_has_a_rule_and_every_shade_a_meaning() -> None:
    assert set(CODE_RULES) == set(Code)
    assert list(SHADE_MEANINGS) == list(Shade)
    assert all(rule.rule and rule.what_to_do and rule.by and rule.verdicts for rule in CODE_RULES.values())


def test_every_rule_names_what_there_is() -> None:
    known = {*CHECKS, *STAGES}
    assert {name for rule in CODE_RULES.values() for name in rule.by} <= known


@pytest.mark.parametrize("name", list(CHECKS))
def test_a_check_gives_the_codes_that_the_table_says(name: str) -> None:
    source = inspect.getsource(sys.modules[type(CHECKS.get(name)).__module__])
    given = {Code(found) for found in _CODE.findall(source)} - {Code.OK}
    told = {code for code, rule in CODE_RULES.items() if name in rule.by}
    if name in ("performed", "target"):  # they pass on what the action or the search said
        assert given <= told
        return
    assert given == told


def test_only_success_is_ok_and_nothing_else_is_success() -> None:
    for code, rule in CODE_RULES.items():
        assert all(verdict.successful is (code is Code.OK) for verdict in rule.verdicts)
    assert CODE_RULES[Code.OK].verdicts == (Verdict.MATCH, Verdict.ACCEPTABLE)


def test_the_page_is_what_the_code_is() -> None:
    text = PAGE.PAGE.read_text(encoding="utf-8")
    assert PAGE.filled(text) == text, "run: python scripts/verdict_page.py"


def test_a_page_without_its_marks_is_an_error() -> None:
    with pytest.raises(ValueError, match="expected one part"):
        PAGE.filled("no marks")


def test_every_shade_is_written_from_the_table() -> None:
    """No detail begins with a shade that is spelt out."""
    spelt = re.compile(rf"[\"']({'|'.join(Shade)}): ")
    wrong = [
        f"{path.name}: {found[0]}"
        for path in (ROOT / "src" / "gui_rec").rglob("*.py")
        for found in spelt.finditer(path.read_text(encoding="utf-8"))
        if path.name != "verdict.py"
    ]
    assert wrong == []
