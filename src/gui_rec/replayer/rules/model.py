"""A rule file: what each step of an app may lead to, what may differ, and what may be done about trouble."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from gui_rec.errors import InputError
from gui_rec.model.selector import Selector
from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.facts import Fact, NamedChanges, NamedIs, RowContains, TextIs, ToastContains
from gui_rec.replayer.rules.patterns import SlotPattern
from gui_rec.ui.named_facts import NamedFact

RULES_VERSION = 1
MOST_STEPS = 5_000
MOST_FACTS = 64
MOST_OUTCOMES = 32
MOST_SLOTS = 500
MOST_RECOVERIES = 16
MOST_TIMES = 10
MOST_WAIT_S = 60.0
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,99}")
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9 _.:-]{0,99}")
_STRUCTURE = re.compile(r"[0-9a-f]{16}")


class RuleSource(StrEnum):
    """Where a rule comes from: a person's hand, induction from runs, or a shown difference that a person accepted."""

    HAND = "hand"
    INDUCED = "induced"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class StepMatch:
    """What a rule is for; everything that is given must hold.

    `episode` and `index` name a recorded step, `name` a block of a person's own test, `action` a kind of
    action and `target` what its target is like.
    """

    episode: str | None = None
    index: int | None = None
    name: str | None = None
    action: str | None = None
    target: Selector | None = None

    def __post_init__(self) -> None:
        if self.index is None and self.name is None and self.action is None and self.target is None:
            raise InputError("expected an index, a name, an action or a target, got none")
        if self.index is not None and self.index < 0:
            raise InputError(f"index: expected 0 or more, got {self.index}")
        if self.index is not None and self.episode is None:
            raise InputError("episode: missing; an index alone does not name a step")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One allowed outcome.

    `prior` is how likely it is (0..1). It is allowed only where all its `contexts` hold. `package`,
    `activity` and `structures` (structure keys, any of them) are what the screen must be; `facts` what must
    hold on it. `shows` names anomalies that belong to it. An outcome that the recording's own post-state
    meets must also compare as recorded; with `by_facts` its facts alone decide.
    """

    name: str
    prior: float = 1.0
    contexts: tuple[str, ...] = ()
    package: str | None = None
    activity: str | None = None
    structures: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    shows: tuple[Code, ...] = ()
    by_facts: bool = False

    def __post_init__(self) -> None:
        _check_name(self.name, "outcome name")
        if not 0.0 < self.prior <= 1.0:
            raise InputError(f"prior: expected more than 0 and at most 1, got {self.prior!r}")
        if len(self.facts) > MOST_FACTS:
            raise InputError(f"facts: expected at most {MOST_FACTS}, got {len(self.facts)}")
        for structure in self.structures:
            if _STRUCTURE.fullmatch(structure) is None:
                raise InputError(f"structures: expected 16 hex digits, got {structure!r:.80}")
        if not (self.package or self.activity or self.structures or any(f.mandatory for f in self.facts)):
            raise InputError("expected a package, an activity, structures or a mandatory fact, got none")


@dataclass(frozen=True, slots=True)
class VolatileSlot:
    """A place that changes by itself, and within what."""

    address: SlotAddress
    pattern: SlotPattern = field(default_factory=SlotPattern)


@dataclass(frozen=True, slots=True)
class ParameterSlot:
    """A place that shows what the run was given: `equals` is a text with `${input}`."""

    address: SlotAddress
    equals: str

    def __post_init__(self) -> None:
        if not inputs_in(self.equals):
            raise InputError(f"equals: expected a text with ${{input}}, got {self.equals!r:.80}")


class RecoveryKind(StrEnum):
    """What may be done about trouble; never the step's own action again."""

    CLEAR_FIELD = "clear_field"
    DISMISS = "dismiss"
    WAIT = "wait"
    RELAUNCH = "relaunch"


@dataclass(frozen=True, slots=True)
class Recovery:
    """What to do where one of the codes in `when` was found, at most `limit` times a step.

    `selector` is the field to clear or the button that dismisses (without it BACK does); `wait_s` how long
    to wait; `package` the app to start again.
    """

    when: tuple[Code, ...]
    kind: RecoveryKind
    limit: int = 1
    selector: Selector | None = None
    wait_s: float | None = None
    package: str | None = None

    def __post_init__(self) -> None:
        if not self.when or Code.OK in self.when:
            raise InputError("when: expected codes of failures, got none or OK")
        if not 1 <= self.limit <= MOST_TIMES:
            raise InputError(f"limit: expected 1 to {MOST_TIMES}, got {self.limit}")
        if self.wait_s is not None and not 0.0 < self.wait_s <= MOST_WAIT_S:
            raise InputError(f"wait_s: expected more than 0 and at most {MOST_WAIT_S:g}, got {self.wait_s!r}")
        self._check_given()

    def _check_given(self) -> None:
        needed, allowed = _RECOVERY_KEYS[self.kind]
        for key in ("selector", "wait_s", "package"):
            given = getattr(self, key) is not None
            if key == needed and not given:
                raise InputError(f"{key}: missing; {self.kind.value} needs it")
            if given and key not in (needed, allowed):
                raise InputError(f"{key}: {self.kind.value} takes no such key")


_RECOVERY_KEYS: dict[RecoveryKind, tuple[str | None, str | None]] = {
    RecoveryKind.CLEAR_FIELD: ("selector", None),
    RecoveryKind.DISMISS: (None, "selector"),
    RecoveryKind.WAIT: ("wait_s", None),
    RecoveryKind.RELAUNCH: ("package", None),
}
"""Of each kind the key that it needs and the one that it may have besides."""


@dataclass(frozen=True, slots=True)
class StepRule:
    """What holds of one step. `confidence` is the Wilson lower bound (95 %) over `support` runs, None where
    nobody counted; `lift` how much better the rule tells this step's outcomes from the app's other states.
    """

    rule_id: str
    step: StepMatch
    pre: tuple[Fact, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    volatile: tuple[VolatileSlot, ...] = ()
    parameters: tuple[ParameterSlot, ...] = ()
    recoveries: tuple[Recovery, ...] = ()
    tolerance: Tolerance | None = None
    source: RuleSource = RuleSource.HAND
    accepted_by: str | None = None
    support: int = 0
    confidence: float | None = None
    lift: float | None = None

    def __post_init__(self) -> None:
        if _ID.fullmatch(self.rule_id) is None:
            raise InputError(
                f"id: expected letters, digits and . _ : - (at most 100), got {self.rule_id!r:.80}"
            )
        if (self.accepted_by is not None) != (self.source is RuleSource.ACCEPTED):
            raise InputError("accepted_by: expected a name where the source is accepted, and only there")
        if self.support < 0:
            raise InputError(f"support: expected 0 or more, got {self.support}")
        if self.confidence is not None and not 0.0 <= self.confidence <= 1.0:
            raise InputError(f"confidence: expected 0 to 1, got {self.confidence!r}")
        if self.lift is not None and not -1.0 <= self.lift <= 1.0:
            raise InputError(f"lift: expected -1 to 1, got {self.lift!r}")
        self._check_lists()

    def _check_lists(self) -> None:
        for key, most in _MOST.items():
            if len(getattr(self, key)) > most:
                raise InputError(f"{key}: expected at most {most}, got {len(getattr(self, key))}")
        _check_unique([outcome.name for outcome in self.outcomes], "outcomes")
        for place, fact in enumerate(self.pre):
            if fact.is_delta:
                raise InputError(f"pre[{place}]: expected a fact about one screen, got one about a change")


_MOST = {
    "pre": MOST_FACTS,
    "outcomes": MOST_OUTCOMES,
    "volatile": MOST_SLOTS,
    "parameters": MOST_SLOTS,
    "recoveries": MOST_RECOVERIES,
}


@dataclass(frozen=True, slots=True)
class NamedContext:
    """A name for a situation (`first_run`, `logged_in`): facts of the screen before a step."""

    name: str
    facts: tuple[Fact, ...]

    def __post_init__(self) -> None:
        _check_name(self.name, "context name")
        if not self.facts or len(self.facts) > MOST_FACTS:
            raise InputError(f"expected 1 to {MOST_FACTS} facts, got {len(self.facts)}")
        for place, fact in enumerate(self.facts):
            if fact.is_delta:
                raise InputError(f"[{place}]: expected a fact about one screen, got one about a change")


@dataclass(frozen=True, slots=True)
class RuleFile:
    """The rules of one app. `versions` are the app's versions on which they were learnt or checked."""

    package: str
    versions: tuple[str, ...] = ()
    revision: int = 1
    facts: tuple[NamedFact, ...] = ()
    contexts: tuple[NamedContext, ...] = ()
    steps: tuple[StepRule, ...] = ()

    def __post_init__(self) -> None:
        if not self.package:
            raise InputError("app.package: missing")
        if self.revision < 1:
            raise InputError(f"revision: expected 1 or more, got {self.revision}")
        if len(self.steps) > MOST_STEPS:
            raise InputError(f"steps: expected at most {MOST_STEPS}, got {len(self.steps)}")
        _check_unique([fact.name for fact in self.facts], "facts")
        _check_unique([context.name for context in self.contexts], "contexts")
        _check_unique([rule.rule_id for rule in self.steps], "steps")
        self._check_names()

    def _check_names(self) -> None:
        """Every name that is used is defined."""
        known = {fact.name: fact.kind for fact in self.facts}
        for where, fact in self.all_facts():
            test = fact.test
            if isinstance(test, NamedIs | NamedChanges):
                if test.name not in known:
                    raise InputError(
                        f"{where}: no fact {test.name!r} under facts; known: {', '.join(known) or 'none'}"
                    )
                if isinstance(test, NamedChanges) and not known[test.name].is_number:
                    raise InputError(
                        f"{where}: changes_by: expected a fact that is a number, "
                        f"{test.name!r} is {known[test.name].value}"
                    )
        contexts = {context.name for context in self.contexts}
        for place, rule in enumerate(self.steps):
            for number, outcome in enumerate(rule.outcomes):
                for name in outcome.contexts:
                    if name not in contexts:
                        raise InputError(
                            f"steps[{place}].outcomes[{number}].contexts: no context {name!r}; "
                            f"known: {', '.join(sorted(contexts)) or 'none'}"
                        )

    def all_facts(self) -> Iterator[tuple[str, Fact]]:
        """Every fact with its path."""
        for context in self.contexts:
            for number, fact in enumerate(context.facts):
                yield f"contexts.{context.name}[{number}]", fact
        for place, rule in enumerate(self.steps):
            for number, fact in enumerate(rule.pre):
                yield f"steps[{place}].pre[{number}]", fact
            for which, outcome in enumerate(rule.outcomes):
                for number, fact in enumerate(outcome.facts):
                    yield f"steps[{place}].outcomes[{which}].facts[{number}]", fact


def inputs_in(text: str) -> tuple[str, ...]:
    """The names of the inputs that `text` stands for, each once, in their order."""
    return tuple(dict.fromkeys(found.group(1) for found in INPUT.finditer(text)))


def inputs_named(file: RuleFile) -> tuple[str, ...]:
    """The names of all inputs that the rules of a file ask for, each once."""
    texts = [slot.equals for rule in file.steps for slot in rule.parameters]
    for _, fact in file.all_facts():
        match fact.test:
            case TextIs(wanted=wanted) | NamedIs(wanted=wanted):
                texts.append(wanted.text)
            case RowContains(text=text) | ToastContains(text=text):
                texts.append(text)
    return tuple(dict.fromkeys(name for text in texts for name in inputs_in(text)))


INPUT = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]{0,63})\}")


def _check_name(name: str, what: str) -> None:
    if _NAME.fullmatch(name) is None:
        raise InputError(f"{what}: expected letters, digits, spaces and _ . : -, got {name!r:.80}")


def _check_unique(names: list[str], where: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InputError(f"{where}: {name!r} stands twice")
        seen.add(name)
