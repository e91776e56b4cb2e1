"""Every code of the closed table is produced on the simulated phone by some case, in every language where words matter."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from code_cases import LANGUAGES, Case

from gui_rec.model.verdict import Code

HERE = Path(__file__).parent
APART = {Code.ACTION_UNSUPPORTED: "test_a_pinch_is_refused_before_anything_is_sent"}
"""Codes that a test of their own produces, since no case can be recorded by actions."""
SPOKEN = (
    Code.CRASH_DIALOG,
    Code.ANR_DIALOG,
    Code.PERMISSION_DIALOG,
    Code.UNEXPECTED_DIALOG,
    Code.SYSTEM_OVERLAY,
    Code.INLINE_ERROR,
    Code.TOAST_ERROR,
    Code.LOADING_TIMEOUT,
    Code.WEBVIEW_ERROR,
    Code.LOGIN_WALL,
    Code.UPDATE_REQUIRED,
)
FILES = sorted(path for path in HERE.glob("test_*.py") if path.name != Path(__file__).name)


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"codes_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return [case for path in FILES for case in _module(path).CASES]


def test_every_code_is_produced(cases: list[Case]) -> None:
    produced = {case.code for case in cases} | set(APART)
    assert [code for code in Code if code not in produced] == []


def test_what_is_produced_apart_is_there() -> None:
    written = "".join(path.read_text(encoding="utf-8") for path in FILES)
    for code, name in APART.items():
        assert f"def {name}(" in written
        assert f"Code.{code.name}" in written


@pytest.mark.parametrize("code", SPOKEN, ids=str)
def test_where_words_matter_all_languages_are_tried(cases: list[Case], code: Code) -> None:
    assert {case.language for case in cases if case.code is code} == set(LANGUAGES)
