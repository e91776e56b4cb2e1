"""The decision about one step: a pure function of what was recorded, what was seen, and how it came.

Nothing here touches a device, so a verdict can be computed again from the store, byte for byte.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from gui_rec.model.flags import Flag
from gui_rec.model.observation import Observation, StateKey
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Shade, Verdict
from gui_rec.replayer.checks._api import CheckResult, Context, Phase, Tolerance
from gui_rec.replayer.checks._members import CHECKS
from gui_rec.replayer.edits import as_record, tree_edits
from gui_rec.replayer.elsewhere import LIKE_THERE, Elsewhere
from gui_rec.replayer.external import ExternalAnswer
from gui_rec.replayer.looks import Look
from gui_rec.replayer.parameters import Parameter, reworded, with_parameters
from gui_rec.replayer.pictures import hash_distance
from gui_rec.replayer.reflection import precondition_holds, reflect
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.ruling import NAME as RULES
from gui_rec.replayer.ruling import (
    RuledStep,
    judged_by,
    recovered,
    rule_post,
    rule_pre,
    ruled_post,
    ruled_pre,
    tolerance_of,
)

MAX_EDITS = 20
_TROUBLE = frozenset(
    {
        Code.PACKAGE_MISMATCH,
        Code.APP_LEFT,
        Code.CRASH_DIALOG,
        Code.ANR_DIALOG,
        Code.PERMISSION_DIALOG,
        Code.UNEXPECTED_DIALOG,
        Code.SYSTEM_OVERLAY,
        Code.BLANK_SCREEN,
        Code.SCREEN_OFF,
        Code.LOADING_TIMEOUT,
        Code.ACTION_FAILED,
        Code.ACTION_UNSUPPORTED,
        Code.TEXT_UNSUPPORTED,
        Code.TARGET_NOT_FOUND,
        Code.TARGET_AMBIGUOUS,
        Code.DEVICE_LOST,
    }
)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """How the replayed step came about; all of it goes into the evidence."""

    tolerance: Tolerance = Tolerance.DYNAMIC
    settled: bool = True
    moving: bool = False
    volatile: frozenset[str] = frozenset()
    later: tuple[tuple[int, StateKey], ...] = ()
    flags: tuple[Flag, ...] = ()
    result_code: str | None = None
    result_detail: str | None = None
    recorded_locale: str | None = None
    seen_locale: str | None = None
    toast_came: bool = False
    searched: int = 0
    home: str | None = None
    crashed: str | None = None
    given: Given = field(default_factory=Given)
    external: ExternalAnswer | None = None
    elsewhere: Elsewhere = LIKE_THERE
    parameters: tuple[Parameter, ...] = ()

    def as_record(self) -> dict[str, object]:
        """For the evidence; `from_record` is the way back."""
        return {
            "tolerance": self.tolerance.value,
            "settled": self.settled,
            "moving": self.moving,
            "volatile": sorted(self.volatile),
            "later": [[index, key.structure, key.content, key.state] for index, key in self.later],
            "flags": [flag.value for flag in self.flags],
            "result_code": self.result_code,
            "result_detail": self.result_detail,
            "recorded_locale": self.recorded_locale,
            "seen_locale": self.seen_locale,
            "toast_came": self.toast_came,
            "searched": self.searched,
            "home": self.home,
            "crashed": self.crashed,
            "given": self.given.as_record(),
            "external": None if self.external is None else self.external.as_record(),
            "elsewhere": self.elsewhere.as_record(),
            "parameters": [[each.name, each.recorded, each.text] for each in self.parameters],
        }

    @classmethod
    def from_record(cls, record: Mapping[str, object]) -> Circumstances:
        """What `as_record` wrote. Raises KeyError, TypeError or ValueError for anything else."""
        later = [(int(index), StateKey(*map(str, keys))) for index, *keys in _items(record["later"])]
        return cls(
            tolerance=Tolerance(str(record["tolerance"])),
            settled=bool(record["settled"]),
            moving=bool(record["moving"]),
            volatile=frozenset(map(str, _items(record["volatile"]))),
            later=tuple(later),
            flags=tuple(Flag(str(flag)) for flag in _items(record["flags"])),
            result_code=_text(record["result_code"]),
            result_detail=_text(record["result_detail"]),
            recorded_locale=_text(record["recorded_locale"]),
            seen_locale=_text(record["seen_locale"]),
            toast_came=bool(record.get("toast_came", False)),
            searched=int(str(record.get("searched", 0))),
            home=_text(record.get("home")),
            crashed=_text(record.get("crashed")),
            given=Given.from_record(_mapping(record["given"])) if "given" in record else Given(),
            external=None if record.get("external") is None else _external(record["external"]),
            elsewhere=Elsewhere.from_record(_mapping(record.get("elsewhere", {}))),
            parameters=tuple(Parameter(*map(str, each)) for each in _items(record.get("parameters", []))),
        )


def _external(value: object) -> ExternalAnswer:
    return ExternalAnswer.from_record(_mapping(value))


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise TypeError(f"expected an object, got {value!r}")
    return value


def _items(value: object) -> list[list[str]]:
    if not isinstance(value, list):
        raise TypeError(f"expected a list, got {value!r}")
    return value


def _text(value: object) -> str | None:
    return None if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A step's verdict with all checks behind it; `outcome` names the allowed outcome that was met."""

    verdict: Verdict
    code: Code
    detail: str
    confidence: float
    outcome: str | None
    results: tuple[CheckResult, ...]
    evidence: Mapping[str, object]

    @property
    def deciding(self) -> CheckResult | None:
        """The check that failed the step; None for a success."""
        return next((result for result in self.results if result.fails), None)


def judge(
    recorded: Step,
    pre: Observation,
    post: Observation,
    circumstances: Circumstances | None = None,
    following: Step | None = None,
) -> Judgement:
    """Whether the transition `pre` -> `post` is the recorded one, told with the parameters of the circumstances, after
    which `following` can be done.
    """
    how = circumstances or Circumstances()
    anew = reworded(recorded.post, how.parameters)
    recorded = with_parameters(recorded, how.parameters)
    ruled = ruled_post(how.given, recorded, Look.of(pre), Look.of(post))
    context = _context(
        recorded, how, Phase.POST, recorded_before=ruled.was, seen_before=ruled.before, ruled=ruled
    )
    if following is not None:
        following = with_parameters(following, how.parameters)
    context = replace(context, following=following, reworded=context.reworded | anew)
    return _decide(Look.of(recorded.post), ruled, context, how)


def judge_pre(recorded: Step, pre: Observation, circumstances: Circumstances | None = None) -> Judgement:
    """Whether `pre` is the recorded state before the step, told with the parameters of the circumstances."""
    how = circumstances or Circumstances()
    anew = reworded(recorded.pre, how.parameters)
    recorded = with_parameters(recorded, how.parameters)
    ruled = ruled_pre(how.given, recorded, Look.of(pre))
    context = _context(recorded, how, Phase.PRE, ruled=ruled)
    context = replace(context, reworded=context.reworded | anew)
    decided = _decide(Look.of(recorded.pre), ruled, context, how)
    return decided if decided.verdict.successful else _named_for_pre(decided, recorded.index)


def _named_for_pre(decided: Judgement, index: int) -> Judgement:
    """A page that is not the recorded one is a screen mismatch before an action, a wrong start at step 0."""
    page_codes = (Code.STATE_MISMATCH, Code.ACTIVITY_MISMATCH)
    if decided.code is Code.STATE_MISMATCH:
        return replace(decided, code=Code.START_STATE_MISMATCH if index == 0 else Code.SCREEN_MISMATCH)
    if decided.code in page_codes and index == 0:
        return replace(decided, code=Code.START_STATE_MISMATCH)
    return decided


def _context(
    recorded: Step,
    how: Circumstances,
    phase: Phase,
    *,
    recorded_before: Look | None = None,
    seen_before: Look | None = None,
    ruled: RuledStep,
) -> Context:
    is_post = phase is Phase.POST
    return Context(
        step=recorded,
        phase=phase,
        recorded_before=recorded_before,
        seen_before=seen_before,
        tolerance=tolerance_of(how.given.rules, how.tolerance),
        settled=how.settled,
        moving=how.moving,
        volatile=how.volatile | ruled.by_itself,
        reworded=ruled.reworded,
        later=how.later,
        flags=how.flags if is_post else (),
        result_code=how.result_code if is_post else None,
        result_detail=how.result_detail if is_post else None,
        recorded_locale=how.recorded_locale,
        seen_locale=how.seen_locale,
        toast_came=is_post and how.toast_came,
        searched=how.searched if is_post else 0,
        home=how.home,
        crashed=how.crashed if is_post else None,
        elsewhere=how.elsewhere,
    )


def _decide(recorded: Look, ruled: RuledStep, context: Context, how: Circumstances) -> Judgement:
    expected, seen = ruled.recorded, ruled.seen
    asked = (CHECKS.get(name).check(expected, seen, context) for name in CHECKS)
    tolerated = tuple(_tolerated(result, context.tolerance) for result in asked)
    ruling = (rule_post if context.phase is Phase.POST else rule_pre)(tolerated, ruled)
    results = (*ruling.results, *recovered(how.given.recovered))
    evidence = _evidence(recorded, seen, results, how)
    evidence["phase"] = context.phase.value
    evidence["following"] = None if context.following is None else context.following.index
    evidence["rules"] = ruled.as_record() if ruled.rules else None
    verdict, code, detail, confidence = _summary(expected, seen, results)
    if verdict is Verdict.UNKNOWN and context.phase is Phase.POST and how.external is not None:
        results = judged_by(how.external, results)
        verdict, code, detail, confidence = _summary(expected, seen, results)
        evidence["checks"] = [_as_record(result) for result in results]
    evidence["reflection"] = _reflection(results, verdict, ruled, context)
    outcome = ruling.outcome if verdict.successful else None
    # A crash is a crash, however few runs a rule was learnt from.
    failed = next((result for result in results if result.fails), None)
    if failed is None or failed.name == RULES:
        confidence = round(confidence * ruling.factor, 4)
    return Judgement(verdict, code, detail, confidence, outcome, results, evidence)


def _summary(
    expected: Look, seen: Look, results: tuple[CheckResult, ...]
) -> tuple[Verdict, Code, str, float]:
    failed = next((result for result in results if result.fails), None)
    if failed is not None:
        return failed.verdict, failed.code, failed.detail, failed.confidence
    differences = [result for result in results if not result.passed]
    if not differences:
        confidence = 0.98 if expected.tree is not None and seen.tree is not None else 0.6
        return Verdict.MATCH, Code.OK, "", confidence
    detail = "; ".join(result.detail for result in differences)
    return Verdict.ACCEPTABLE, Code.OK, detail, min(result.confidence for result in differences)


def _reflection(
    results: tuple[CheckResult, ...], verdict: Verdict, ruled: RuledStep, context: Context
) -> dict[str, object]:
    made = None if verdict is Verdict.UNKNOWN else verdict.successful
    if context.phase is Phase.PRE:
        return reflect(results, ruled.seen, preconditions=made, transition=None).as_record()
    holds = None
    if ruled.was is not None and ruled.before is not None:
        by_rules = ruled.evaluation.pre_holds
        holds = precondition_holds(ruled.was, ruled.before, context.tolerance, context.volatile, by_rules)
    return reflect(results, ruled.seen, preconditions=holds, transition=made).as_record()


def _tolerated(result: CheckResult, tolerance: Tolerance) -> CheckResult:
    """The result as the tolerance takes it; what could not be observed is never tolerated."""
    if result.passed or result.verdict is Verdict.UNKNOWN:
        return result
    if tolerance is Tolerance.STRICT and result.verdict is Verdict.ACCEPTABLE:
        return replace(result, verdict=Verdict.MISMATCH, code=Code.STATE_MISMATCH)
    lenient = tolerance is Tolerance.NONE or (
        tolerance is Tolerance.PACKAGE_ONLY and result.code not in _TROUBLE
    )
    if not lenient or result.verdict is Verdict.ACCEPTABLE:
        return result
    detail = Shade.TOLERATED.saying(f"{result.code}: {result.detail}")
    return replace(result, verdict=Verdict.ACCEPTABLE, code=Code.OK, detail=detail)


def _evidence(
    recorded: Look, seen: Look, results: tuple[CheckResult, ...], how: Circumstances
) -> dict[str, object]:
    edits = tree_edits(recorded, seen)
    return {
        "checks": [_as_record(result) for result in results],
        "circumstances": how.as_record(),
        "recorded": _side(recorded),
        "seen": _side(seen),
        "hash_distance": hash_distance(recorded.seen.fingerprint, seen.seen.fingerprint),
        "edit_count": len(edits),
        "edits": [as_record(edit) for edit in edits[:MAX_EDITS]],
        "places": [
            {
                "label": place.label,
                "bounds": list(place.bounds.as_tuple()),
                "hard": not result.passed and not result.verdict.successful,
            }
            for result in results
            for place in result.places
        ],
    }


def _side(look: Look) -> dict[str, object]:
    key = look.key
    return {
        "captured_at_us": look.seen.captured_at_us,
        "package": look.seen.package,
        "activity": look.seen.activity,
        "title": look.seen.facts.title,
        "fingerprint": look.seen.fingerprint,
        "state_key": None if key is None else [key.structure, key.content, key.state],
        "screenshot_sha256": _sha256(look.seen.screenshot),
        "ui_xml_sha256": _sha256(None if look.seen.ui_xml is None else _bytes(look.seen.ui_xml)),
        "missing": [[item.column, item.reason.value] for item in look.seen.missing],
        "nodes": look.informative,
    }


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _sha256(content: bytes | None) -> str | None:
    """The observation's id: what it consists of, by content."""
    return None if content is None else hashlib.sha256(content).hexdigest()


def _as_record(result: CheckResult) -> dict[str, object]:
    return {
        "name": result.name,
        "passed": result.passed,
        "verdict": result.verdict.value,
        "code": result.code.value,
        "detail": result.detail,
        "confidence": result.confidence,
        "numbers": dict(result.numbers),
    }
