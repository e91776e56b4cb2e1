"""gui-rec's own verdict of a case, with and without single parts of what it goes by."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gui_rec.model.observation import Observation
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.checks._api import CheckResult
from gui_rec.replayer.judge import Circumstances, Judgement, judge
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.state_key import state_key
from mutations.cases import Case
from mutations.learnt import given_by

Blinded = Callable[[Observation], Observation]

_LOCALE = "en-US"


@dataclass(frozen=True)
class Said:
    """What was said of a case."""

    verdict: Verdict
    code: Code
    detail: str
    confidence: float

    @property
    def shades(self) -> frozenset[str]:
        """What the parts of an acceptable difference's detail begin with."""
        return frozenset(part.partition(":")[0].strip() for part in self.detail.split("; "))


@dataclass(frozen=True)
class Verifier:
    """`runs` recordings are learnt from; `blind` takes something away from every observation; the checks in
    `without` are not asked.
    """

    name: str
    runs: int = 3
    blind: Blinded | None = None
    without: frozenset[str] = frozenset()

    def judged(self, case: Case) -> Judgement:
        """The judgement of the replayed transition, with all checks asked."""
        how = Circumstances(
            given=given_by(case.transition, self.runs),
            recorded_locale=_LOCALE,
            seen_locale=case.family.locale,
            elsewhere=case.family.elsewhere,
        )
        step, before, seen = case.transition.runs[0], case.before, case.seen
        if self.blind is not None:
            step = replace(step, pre=self.blind(step.pre), post=self.blind(step.post))
            before, seen = self.blind(before), self.blind(seen)
        return judge(step, before, seen, how, case.transition.following)

    def says(self, judged: Judgement) -> Said:
        """What it makes of a judgement."""
        if self.without:
            return _of([result for result in judged.results if result.name not in self.without])
        return Said(judged.verdict, judged.code, judged.detail, judged.confidence)

    def sees_all(self, case: Case) -> bool:
        """True where nothing is taken away from this case."""
        sides = (case.seen, case.before, case.transition.runs[0].post, case.transition.runs[0].pre)
        return self.blind is None or all(self.blind(side) == side for side in sides)


def _of(results: Sequence[CheckResult]) -> Said:
    """The verdict that follows from these checks alone: the first that fails decides."""
    differing = [result for result in results if not result.passed]
    failed = next((result for result in differing if not result.verdict.successful), None)
    if failed is not None:
        return Said(failed.verdict, failed.code, failed.detail, failed.confidence)
    if not differing:
        return Said(Verdict.MATCH, Code.OK, "", 0.98)
    detail = "; ".join(result.detail for result in differing)
    return Said(Verdict.ACCEPTABLE, Code.OK, detail, min(result.confidence for result in differing))


def without_toasts(seen: Observation) -> Observation:
    """Nobody heard what a toast said; that its window is there can still be seen."""
    return replace(seen, facts=replace(seen.facts, toast=None))


def without_windows(seen: Observation) -> Observation:
    """As from a source that has no list of windows."""
    return replace(seen, facts=replace(seen.facts, windows=()))


def without_order(seen: Observation) -> Observation:
    """Siblings in an order of their own content: a set as DroidBot's, with their number kept."""
    if seen.ui_xml is None:
        return seen
    root = ElementTree.fromstring(seen.ui_xml)
    for node in reversed(list(root.iter())):
        node[:] = sorted(node, key=_content)
    xml = ElementTree.tostring(root, encoding="unicode")
    tree = parse_hierarchy(xml)
    key = state_key(tree, package=seen.package, activity=seen.activity)
    return replace(seen, ui_xml=xml, state_key=key)


def _content(node: ElementTree.Element) -> tuple[str, ...]:
    own = (
        node.get("class", ""),
        node.get("resource-id", ""),
        node.get("text", ""),
        node.get("content-desc", ""),
    )
    return (*own, *(word for child in node for word in _content(child)))


VERIFIERS = (
    Verifier("gui-rec, N=1", runs=1),
    Verifier("gui-rec, N=3"),
    Verifier("N=3 without the toast channel", blind=without_toasts),
    Verifier("N=3 without crops", without=frozenset({"visual"})),
    Verifier("N=3 without the window list", blind=without_windows),
    Verifier("N=3 without order", blind=without_order),
)
