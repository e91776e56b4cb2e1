"""An external judge: asked only where nobody can say, named, and never the maker of a success out of a mismatch."""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from observations import look
from shop import SHOP, record_shop, shop, tap

from gui_rec.errors import CaptureError, UsageError
from gui_rec.model.flags import MissingReason
from gui_rec.model.observation import Missing, Observation
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.external import (
    CallableJudge,
    CommandJudge,
    ExternalAnswer,
    ExternalJudge,
    Plain,
    answer_of,
    command_judge,
    question_of,
    read_callable,
)
from gui_rec.replayer.judge import Circumstances, judge
from gui_rec.replayer.report import StepReport
from gui_rec.replayer.session import replay
from gui_rec.testing.builders import step
from gui_rec.testing.fake_device import FakeDevice

LIST = look(SHOP["list"].elements, activity=".List").seen
ITEM = look(SHOP["item"].elements, activity=".Item").seen
LOST = Observation(package="com.example.app", missing=(Missing("ui_xml", MissingReason.DUMP_NULL_ROOT),))
STEP = step(0, tap(40), pre=LIST, post=ITEM)


def said(verdict: str, post: Observation = LOST) -> tuple[Verdict, Code, str]:
    answer = ExternalAnswer("me", Verdict(verdict), "looks fine", 0.8)
    found = judge(STEP, LIST, post, Circumstances(external=answer))
    assert found.evidence["circumstances"]["external"]["name"] == "me"  # type: ignore[index]
    return found.verdict, found.code, found.detail


def test_what_nobody_can_say_becomes_what_the_judge_says() -> None:
    assert judge(STEP, LIST, LOST).verdict is Verdict.UNKNOWN
    verdict, code, detail = said("acceptable")
    assert (verdict, code) == (Verdict.ACCEPTABLE, Code.OK)
    assert detail.startswith("JUDGED: me: acceptable: looks fine (unknown before: OBSERVATION_FAILED: ")
    assert said("match")[:2] == (Verdict.ACCEPTABLE, Code.OK)
    assert said("mismatch") == (Verdict.MISMATCH, Code.STATE_MISMATCH, "judged by me: mismatch: looks fine")
    assert said("unknown")[:2] == (Verdict.UNKNOWN, Code.OBSERVATION_FAILED)


def test_a_mismatch_never_becomes_a_success_and_a_success_stays() -> None:
    assert said("match", LIST)[:2] == (Verdict.MISMATCH, Code.NO_EFFECT)
    assert said("mismatch", ITEM)[0] is Verdict.MATCH


def test_a_mismatch_behind_the_unknown_stays_one() -> None:
    both = replace(LOST, package="com.other")
    assert judge(STEP, LIST, both).verdict is Verdict.UNKNOWN
    assert said("match", both)[:2] == (Verdict.MISMATCH, Code.PACKAGE_MISMATCH)


def test_texts_of_another_language_are_what_the_judge_is_asked_about() -> None:
    elements = tuple(replace(e, text="5 €") if e.text == "$5.00" else e for e in SHOP["item"].elements)
    other = look(elements, activity=".Item").seen
    answer = ExternalAnswer("me", Verdict.MATCH, "the same in French", 0.8)
    how = Circumstances(recorded_locale="en-US", seen_locale="fr-FR")
    assert judge(STEP, LIST, other, how).code is Code.LOCALE_CHANGED
    found = judge(STEP, LIST, other, replace(how, external=answer))
    assert (found.verdict, found.code) == (Verdict.ACCEPTABLE, Code.OK)
    elsewhere = replace(other, package="com.other")
    assert judge(STEP, LIST, elsewhere, replace(how, external=answer)).verdict is Verdict.MISMATCH


def test_the_verdict_can_be_computed_again() -> None:
    answer = ExternalAnswer("me", Verdict.ACCEPTABLE, "fine", 0.8)
    first = judge(STEP, LIST, LOST, Circumstances(external=answer))
    stored = json.loads(json.dumps(first.evidence))["circumstances"]
    assert judge(STEP, LIST, LOST, Circumstances.from_record(stored)) == first


@pytest.mark.parametrize(
    ("found", "failure"),
    [
        (None, "it does not know either"),
        ("match", "expected an object"),
        ({}, "verdict: expected one of match"),
        ({"verdict": "yes"}, "verdict: expected one of match"),
        ({"verdict": "match", "detail": 3}, "detail: expected a text"),
        ({"verdict": "match", "confidence": 2}, "confidence: expected 0 to 1"),
        ({"verdict": "match", "confidence": True}, "confidence: expected 0 to 1"),
        ({"verdict": "match", "confidence": float("nan")}, "confidence: expected 0 to 1"),
    ],
)
def test_what_is_no_answer_leaves_the_step_unknown_and_is_said(found: object, failure: str) -> None:
    answer = answer_of("me", found)
    assert (answer.verdict, answer.decides) == (None, False)
    assert failure in (answer.failure or "")
    judged = judge(STEP, LIST, LOST, Circumstances(external=answer))
    assert judged.verdict is Verdict.UNKNOWN
    assert judged.evidence["circumstances"]["external"]["failure"] == answer.failure  # type: ignore[index]


def test_a_function_that_never_answers_leaves_the_step_unknown_in_time() -> None:
    never = threading.Event()
    judge_of_mine = CallableJudge("me", lambda _question: never.wait(30), timeout_s=0.05)
    answer = judge_of_mine.ask({})
    never.set()
    assert (answer.verdict, answer.failure) == (None, "no answer within 0.05 s")


def test_a_function_that_raises_is_a_failure() -> None:
    def fails(_question: Plain) -> object:
        raise ValueError("no model")

    assert CallableJudge("f", fails).ask({}).failure == "ValueError: no model"


def command(script: str, timeout_s: float = 20.0) -> ExternalAnswer:
    return CommandJudge((sys.executable, "-c", script), timeout_s).ask({"code": "OPAQUE_SCREEN"})


@pytest.mark.parametrize(
    ("script", "failure"),
    [
        ("import sys; sys.stderr.write('no key'); sys.exit(3)", "ended with 3: no key"),
        ("print('yes')", "expected JSON"),
        ("print('x' * 2000000)", "answered more than"),
        ("print('null')", "it does not know either"),
    ],
)
def test_a_command_that_fails_is_a_failure(script: str, failure: str) -> None:
    assert failure in (command(script).failure or "")


def test_a_command_reads_the_question_and_answers() -> None:
    script = (
        "import json, sys; q = json.load(sys.stdin); "
        "print(json.dumps({'verdict': 'acceptable', 'detail': q['code'], 'confidence': 0.7}))"
    )
    answer = command(script)
    assert (answer.verdict, answer.detail, answer.confidence) == (Verdict.ACCEPTABLE, "OPAQUE_SCREEN", 0.7)


def test_a_command_that_takes_too_long_or_is_not_there_is_a_failure() -> None:
    assert command("import time; time.sleep(30)", 0.2).failure == "no answer within 0.2 s"
    assert "cannot be started" in (CommandJudge(("/no/such/judge",)).ask({}).failure or "")
    with pytest.raises(UsageError, match="expected a command"):
        command_judge([], 1.0)


def test_the_question_holds_the_four_screens() -> None:
    asked = question_of("E", STEP, LIST, LOST, Code.OBSERVATION_FAILED, "why")
    assert json.loads(json.dumps(asked)) == asked
    screens: Any = asked["seen"]
    assert screens["post"] == {
        "package": "com.example.app",
        "activity": None,
        "ui_xml": None,
        "screenshot_png_base64": None,
    }
    assert (asked["step_index"], asked["code"]) == (0, "OBSERVATION_FAILED")


def judge_file(folder: Path, text: str) -> str:
    path = folder / "judge.py"
    path.write_text(text, encoding="utf-8")
    return f"{path}:decide"


def test_a_function_is_taken_out_of_a_file(tmp_path: Path) -> None:
    found = read_callable(
        judge_file(tmp_path, "def decide(q):\n    return {'verdict': 'match', 'detail': q['code']}\n")
    )
    assert found.ask({"code": "X"}).detail == "X"
    assert found.name.endswith("judge.py:decide")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def other(): pass", "no function 'decide'"),
        ("1/0", "cannot be run: ZeroDivisionError"),
        ("def", "cannot be run"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        read_callable(judge_file(tmp_path, text))


@pytest.mark.parametrize("text", ["judge.py", "judge:decide", "nowhere.py:decide", "judge.py:a b"])
def test_what_names_no_function_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--judge: "):
        read_callable(text)


def replayed(tmp_path: Path, judge_by: ExternalJudge | None, *, blind: bool) -> StepReport:
    """One step on a device that gives neither picture nor hierarchy once the action is done."""
    out = record_shop(tmp_path / "buy", (tap(40),))
    device = _Blind(SHOP, "list") if blind else shop()
    config = ReplayConfig(timeout_s=2.0, write_verdicts=False, judge=judge_by)
    return replay(out, device, config, clock=device.clock).steps[0]


class _Blind(FakeDevice):
    def screenshot(self) -> bytes:
        self._raise("screencap_failed")
        return super().screenshot()

    def hierarchy(self) -> str:
        self._raise("dump_null_root")
        return super().hierarchy()

    def _raise(self, reason: str) -> None:
        if self.performed:
            raise CaptureError(reason, "nothing to see")


def test_it_is_asked_about_unknown_steps_only(tmp_path: Path) -> None:
    asked: list[object] = []

    def decide(question: Plain) -> object:
        asked.append(question["code"])
        return {"verdict": "acceptable", "detail": "I see it"}

    eyes = CallableJudge("eyes", decide)
    assert replayed(tmp_path / "a", None, blind=True).verdict.verdict is Verdict.UNKNOWN
    told = replayed(tmp_path / "b", eyes, blind=True)
    assert asked == ["OBSERVATION_FAILED"]
    assert told.verdict.verdict is Verdict.ACCEPTABLE
    assert "JUDGED: eyes: acceptable: I see it" in told.verdict.detail
    assert json.loads(told.verdict.evidence)["circumstances"]["external"]["name"] == "eyes"
    assert replayed(tmp_path / "c", eyes, blind=False).verdict.verdict is Verdict.MATCH
    assert asked == ["OBSERVATION_FAILED"]


def test_a_judge_that_ends_the_program_ends_nothing(tmp_path: Path) -> None:
    def leaves(_question: Plain) -> object:
        raise SystemExit(0)

    assert CallableJudge("me", leaves).ask({}).failure == "SystemExit: 0"
    (tmp_path / "judge.py").write_text("raise SystemExit(0)\n", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be run: SystemExit: 0"):
        read_callable(f"{tmp_path / 'judge.py'}:decide")


def test_what_a_judge_says_can_be_written() -> None:
    found = answer_of("me", {"verdict": "match", "detail": "half \ud83d"})
    assert found.detail == "half \\ud83d"
