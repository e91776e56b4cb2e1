"""An external judge: somebody else's program that is asked where nobody could say.

It is asked only about steps whose verdict is `unknown`. It may say `match`, `acceptable` or `mismatch`; it never
turns a mismatch into a success, and where it fails the step stays `unknown` and the evidence says why.

What it is asked, as a plain value (JSON for a command):

    {"version": 1, "episode_id": "...", "step_index": 3, "action": {"type": "tap", ...}, "operation": null,
     "code": "OPAQUE_SCREEN", "detail": "...",
     "recorded": {"pre": SCREEN, "post": SCREEN}, "seen": {"pre": SCREEN, "post": SCREEN}}

SCREEN is {"package", "activity", "ui_xml", "screenshot_png_base64"}, each null where it could not be had, all of it
masked as it is stored. It answers {"verdict": "...", "detail": "...", "confidence": 0.0 to 1.0}, or null (None) for
"I do not know either".
"""

from __future__ import annotations

import base64
import importlib.util
import json
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from gui_rec._files import utf8_text
from gui_rec.errors import UsageError
from gui_rec.model.action_fields import to_fields
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict

MOST_ANSWER_BYTES = 1024 * 1024
MOST_DETAIL = 1000
Plain = dict[str, object]


@dataclass(frozen=True, slots=True)
class ExternalAnswer:
    """What the judge called `name` said; `verdict` None where it said nothing, `failure` why."""

    name: str
    verdict: Verdict | None = None
    detail: str = ""
    confidence: float = 0.5
    failure: str | None = None

    def as_record(self) -> Plain:
        """For the evidence; `from_record` is the way back."""
        return {
            "name": self.name,
            "verdict": None if self.verdict is None else self.verdict.value,
            "detail": self.detail,
            "confidence": self.confidence,
            "failure": self.failure,
        }

    @classmethod
    def from_record(cls, record: Mapping[str, object]) -> ExternalAnswer:
        """What `as_record` wrote. Raises KeyError or ValueError for anything else."""
        verdict, failure = record["verdict"], record["failure"]
        return cls(
            str(record["name"]),
            None if verdict is None else Verdict(str(verdict)),
            str(record["detail"]),
            float(str(record["confidence"])),
            None if failure is None else str(failure),
        )

    @property
    def decides(self) -> bool:
        """True where it says more than `unknown`."""
        return self.verdict not in (None, Verdict.UNKNOWN)


class ExternalJudge(Protocol):
    """Somebody to ask. Never raises: a failure is an answer without a verdict."""

    @property
    def name(self) -> str: ...

    def ask(self, question: Plain) -> ExternalAnswer: ...


@dataclass(frozen=True, slots=True)
class CallableJudge:
    """A Python callable that takes the question and returns the answer or None.

    It runs in a thread of its own. One that takes too long is left alone and ends with the process: a thread cannot
    be stopped from outside.
    """

    name: str
    function: Callable[[Plain], object]
    timeout_s: float = 60.0

    def ask(self, question: Plain) -> ExternalAnswer:
        """See `ExternalJudge.ask`."""
        answers: list[ExternalAnswer] = []
        asking = threading.Thread(target=lambda: answers.append(self._answer(question)), daemon=True)
        asking.start()
        asking.join(self.timeout_s)
        return answers[0] if answers else ExternalAnswer(self.name, failure=_too_long(self.timeout_s))

    def _answer(self, question: Plain) -> ExternalAnswer:
        try:
            found = self.function(question)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a stranger's code raises leaves it unknown
            return ExternalAnswer(
                self.name, failure=utf8_text(f"{type(error).__name__}: {error}"[:MOST_DETAIL])
            )
        return answer_of(self.name, found)


@dataclass(frozen=True, slots=True)
class CommandJudge:
    """A command, without a shell: the question on its standard input, the answer on its standard output."""

    words: tuple[str, ...]
    timeout_s: float = 60.0

    @property
    def name(self) -> str:
        return utf8_text(" ".join(self.words))

    def ask(self, question: Plain) -> ExternalAnswer:
        """See `ExternalJudge.ask`."""
        try:
            done = subprocess.run(
                list(self.words),
                input=json.dumps(question, ensure_ascii=True).encode("ascii"),
                capture_output=True,
                check=False,
                timeout=self.timeout_s,
            )
        except subprocess.TimeoutExpired:
            return ExternalAnswer(self.name, failure=_too_long(self.timeout_s))
        except OSError as error:
            return ExternalAnswer(self.name, failure=f"cannot be started: {error.strerror or error}")
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", "replace").strip()[-200:]
            return ExternalAnswer(self.name, failure=f"ended with {done.returncode}: {said}")
        if len(done.stdout) > MOST_ANSWER_BYTES:
            return ExternalAnswer(self.name, failure=f"answered more than {MOST_ANSWER_BYTES} bytes")
        try:
            found: object = json.loads(done.stdout)
        except (ValueError, RecursionError) as error:
            return ExternalAnswer(self.name, failure=f"expected JSON, got what does not parse: {error}"[:200])
        return answer_of(self.name, found)


def answer_of(name: str, found: object) -> ExternalAnswer:
    """What was answered, checked; anything that is no answer is a failure."""
    if found is None:
        return ExternalAnswer(name, failure="it does not know either")
    if not isinstance(found, Mapping):
        return ExternalAnswer(name, failure=f"expected an object, got {found!r:.80}")
    verdict, detail, confidence = found.get("verdict"), found.get("detail", ""), found.get("confidence", 0.5)
    if not isinstance(verdict, str) or verdict not in tuple(Verdict):
        return ExternalAnswer(
            name, failure=f"verdict: expected one of {', '.join(Verdict)}, got {verdict!r:.80}"
        )
    if not isinstance(detail, str):
        return ExternalAnswer(name, failure=f"detail: expected a text, got {detail!r:.80}")
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        return ExternalAnswer(name, failure=f"confidence: expected 0 to 1, got {confidence!r:.80}")
    return ExternalAnswer(name, Verdict(verdict), utf8_text(detail[:MOST_DETAIL]), float(confidence))


def question_of(
    episode_id: str | None, recorded: Step, pre: Observation, post: Observation, code: Code, detail: str
) -> Plain:
    """What a judge is asked (see the module)."""
    return {
        "version": 1,
        "episode_id": episode_id,
        "step_index": recorded.index,
        "action": to_fields(recorded.action),
        "operation": recorded.operation,
        "code": code.value,
        "detail": detail,
        "recorded": {"pre": _screen(recorded.pre), "post": _screen(recorded.post)},
        "seen": {"pre": _screen(pre), "post": _screen(post)},
    }


def _screen(seen: Observation) -> Plain:
    png = seen.screenshot
    return {
        "package": seen.package,
        "activity": seen.activity,
        "ui_xml": seen.ui_xml,
        "screenshot_png_base64": None if png is None else base64.b64encode(png).decode("ascii"),
    }


def _too_long(timeout_s: float) -> str:
    return f"no answer within {timeout_s:g} s"


def read_callable(text: str, timeout_s: float = 60.0) -> CallableJudge:
    """`judge.py:decide` -> that function. The file is the person's own and is run. Raises UsageError."""
    file, colon, function = text.rpartition(":")
    path = Path(file)
    if not colon or not function.isidentifier() or path.suffix != ".py":
        raise UsageError(f"replay: --judge: expected FILE.py:FUNCTION, got {text[:200]!r}")
    spec = importlib.util.spec_from_file_location(f"gui_rec_judge_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise UsageError(f"replay: --judge: {path}: no such file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise UsageError(
            f"replay: --judge: {path}: cannot be run: {type(error).__name__}: {error}"
        ) from error
    found = getattr(module, function, None)
    if not callable(found):
        raise UsageError(f"replay: --judge: {path}: no function {function!r} in it")
    return CallableJudge(utf8_text(text), found, timeout_s)


def command_judge(words: Sequence[str], timeout_s: float) -> CommandJudge:
    """A command by its words. Raises UsageError for none."""
    if not words or not words[0]:
        raise UsageError("replay: --judge-command: expected a command and its arguments, got none")
    return CommandJudge(tuple(words), timeout_s)
