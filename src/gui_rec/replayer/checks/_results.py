"""Short ways to say what a check found."""

from __future__ import annotations

from gui_rec.model.verdict import Code, Shade, Verdict
from gui_rec.replayer.checks._api import CheckResult, Number


def passed(name: str, **numbers: Number) -> CheckResult:
    """Nothing differs."""
    return CheckResult(name, True, numbers=numbers)


def mismatch(name: str, code: Code, detail: str, confidence: float, **numbers: Number) -> CheckResult:
    """The step failed."""
    return CheckResult(name, False, Verdict.MISMATCH, code, detail, confidence, numbers)


def unknown(name: str, code: Code, detail: str, confidence: float, **numbers: Number) -> CheckResult:
    """Nobody can say; never a success."""
    return CheckResult(name, False, Verdict.UNKNOWN, code, detail, confidence, numbers)


def acceptable(name: str, shade: Shade, words: str, confidence: float, **numbers: Number) -> CheckResult:
    """A difference that does not matter; its detail begins with its shade."""
    detail = shade.saying(words)
    return CheckResult(name, False, Verdict.ACCEPTABLE, Code.OK, detail, confidence, numbers)
