"""Parameters of a replay: texts of the recording that stand for others this time, in actions and on screens.

A parameter is a name, a text as the recording has it and the text to take instead. The recorded text is either a
slot, `${user}`, that a script or a task typed as it stands, or any text that was typed (`--param user=ada`).
It is found where it stands as a word of its own: `ada` in "Hello, ada!", not in "Canada".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from gui_rec.capture.privacy.marked_xml import rewritten
from gui_rec.capture.privacy.rules import MaskRules
from gui_rec.capture.privacy.slots import check_values, selector_with_texts, slots_in, with_texts
from gui_rec.errors import HierarchyError, UsageError
from gui_rec.model.actions import Action, ExtractText, WaitFor
from gui_rec.model.observation import Observation
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step, Target
from gui_rec.ui.facts import facts_of
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.state_key import state_key

_FIRST_CJK = 0x2E80
_ASCII_WORD = "A-Za-z0-9_"
_OTHER_WORD = r"^\W\u2e80-\U0010ffff"


@dataclass(frozen=True, slots=True)
class Parameter:
    """`recorded` is what the recording says, `text` what is meant this time."""

    name: str
    recorded: str = field(repr=False)
    text: str = field(repr=False)


def read_parameters(
    steps: Sequence[Step], rules: MaskRules, values: Mapping[str, str], declared: Mapping[str, str]
) -> tuple[Parameter, ...]:
    """The parameters among `values`; the rest are texts that the recording withholds.

    `declared` are recorded texts by the names they have as parameters. Raises UsageError for a withheld text that
    is not given, for a name that nothing needs, and for a declared text that no step types or that has no new one.
    Texts are never repeated in a message.
    """
    withheld = {name for step in steps for name in slots_in(step, rules)}
    recorded = {**_literal_slots(steps, values, withheld), **declared}
    for name, text in declared.items():
        _check_declared(name, text, steps, values)
    check_values(steps, rules, {name: text for name, text in values.items() if name not in recorded})
    return tuple(Parameter(name, recorded[name], text) for name, text in values.items() if name in recorded)


def declared_here(steps: Sequence[Step], declared: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Those of the declared texts that a step types or looks for: a set's other trajectories may type the others."""
    return {name: text for name, text in declared if _is_said(text, steps)}


def _is_said(recorded: str, steps: Sequence[Step]) -> bool:
    pattern = _pattern((Parameter("", recorded, ""),)) if recorded else None
    return pattern is not None and any(pattern.search(text) for text in _said(steps))


def unused(
    steps: Sequence[Step], rules: MaskRules, values: Mapping[str, str], declared: Mapping[str, str]
) -> set[str]:
    """The names among `values` that no step needs."""
    withheld = {name for step in steps for name in slots_in(step, rules)}
    return set(values) - withheld - set(declared) - set(_literal_slots(steps, values, withheld))


def _literal_slots(steps: Sequence[Step], values: Mapping[str, str], withheld: set[str]) -> dict[str, str]:
    slots = {name: f"${{{name}}}" for name in values if name not in withheld}
    said = _said(steps)
    return {name: slot for name, slot in slots.items() if any(slot in text for text in said)}


def _check_declared(name: str, recorded: str, steps: Sequence[Step], values: Mapping[str, str]) -> None:
    if name not in values:
        raise UsageError(
            f"replay: --param {name}: expected the text to take instead, got none; give it: --set {name}=..."
        )
    if not _is_said(recorded, steps):
        raise UsageError(
            f"replay: --param {name}: expected a text that a step of the recording types or looks for, and no step does"
        )


def _said(steps: Sequence[Step]) -> list[str]:
    """Every text in the steps' actions."""
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    for step in steps:
        with_texts(step.action, note)
    return found


def with_parameters(step: Step, parameters: tuple[Parameter, ...]) -> Step:
    """The step as it is to go this time: its action, its target and what its screens say.

    Pictures stay as they were recorded; see `reworded`.
    """
    if not parameters:
        return step
    change = _changer(parameters)
    return replace(
        step,
        action=_action(step.action, parameters),
        target=None if step.target is None else _target(step.target, parameters),
        operation=None if step.operation is None else change(step.operation),
        pre=on_screen(step.pre, parameters),
        post=on_screen(step.post, parameters),
    )


def on_screen(seen: Observation, parameters: tuple[Parameter, ...]) -> Observation:
    """The observation with the words of this time in its hierarchy, and what follows from that."""
    if seen.ui_xml is None or not parameters:
        return seen
    xml, paths = _rewritten(seen.ui_xml, parameters)
    if not paths:
        return seen
    tree = parse_hierarchy(xml)
    facts = facts_of(tree, seen.facts.windows, seen.facts.keyboard)
    toast = None if seen.facts.toast is None else _changer(parameters)(seen.facts.toast)
    key = None if seen.state_key is None else state_key(tree, package=seen.package, activity=seen.activity)
    return replace(
        seen,
        ui_xml=xml,
        state_key=key,
        facts=replace(
            facts, toast=toast, named=seen.facts.named, loading=seen.facts.loading, dialog=facts.dialog
        ),
    )


def reworded(seen: Observation, parameters: tuple[Parameter, ...]) -> frozenset[str]:
    """Paths of the elements that say something else this time, so that their recorded pictures say nothing."""
    if seen.ui_xml is None or not parameters:
        return frozenset()
    return _rewritten(seen.ui_xml, parameters)[1]


@lru_cache(maxsize=64)
def _rewritten(xml: str, parameters: tuple[Parameter, ...]) -> tuple[str, frozenset[str]]:
    change, paths = _changer(parameters), set()

    def attributes(path: str | None, old: Mapping[str, str]) -> Mapping[str, str]:
        new = dict(old)
        for name in ("text", "content-desc"):
            if name in old:
                new[name] = change(old[name])
        if old.get("password") == "true" and new.get("text") == old.get("text"):
            new["text"] = _bullets(old.get("text", ""), parameters)
        if path is not None and new != old:
            paths.add(path)
        return new

    try:
        parse_hierarchy(xml)
    except HierarchyError:
        return xml, frozenset()  # a damaged hierarchy counts as absent, here as everywhere
    return rewritten(xml, attributes), frozenset(paths)


def _bullets(shown: str, parameters: tuple[Parameter, ...]) -> str:
    """What a password field shows of a parameter: as many bullets as it has characters."""
    if not shown or len(set(shown)) != 1:
        return shown
    lengths = {len(each.text) for each in parameters if len(each.recorded) == len(shown)}
    return shown[0] * lengths.pop() if len(lengths) == 1 else shown


def _action(action: Action, parameters: tuple[Parameter, ...]) -> Action:
    changed = with_texts(action, _changer(parameters))
    if isinstance(action, WaitFor | ExtractText):
        return replace(action, selector=_selector(action.selector, parameters))
    return changed


def _target(target: Target, parameters: tuple[Parameter, ...]) -> Target:
    change = _changer(parameters)
    return replace(
        target,
        selector=None if target.selector is None else _selector(target.selector, parameters),
        text=None if target.text is None else change(target.text),
        content_desc=None if target.content_desc is None else change(target.content_desc),
    )


def _selector(selector: Selector, parameters: tuple[Parameter, ...]) -> Selector:
    """The selector with the words of this time; what is put into a pattern is put there as a literal."""
    changed = selector_with_texts(selector, _changer(parameters))
    matches, near = selector.text_matches, selector.near
    if matches is not None:
        by_text = {each.recorded: each.text for each in parameters}
        matches = _pattern(parameters).sub(lambda found: re.escape(by_text[found[0]]), matches)
    if near is not None:
        near = (near[0], _selector(near[1], parameters))
    return replace(changed, text_matches=matches, near=near)


def _changer(parameters: tuple[Parameter, ...]) -> Callable[[str], str]:
    pattern = _pattern(parameters)
    by_text = {each.recorded: each.text for each in parameters}
    return lambda text: pattern.sub(lambda found: by_text[found[0]], text)


@lru_cache(maxsize=16)
def _pattern(parameters: tuple[Parameter, ...]) -> re.Pattern[str]:
    """All recorded texts at once, the longest first, so that what one puts in is not another's to change."""
    texts = sorted({each.recorded for each in parameters}, key=len, reverse=True)
    return re.compile("|".join(_as_word(text) for text in texts))


def _as_word(text: str) -> str:
    """The text, not within a longer word; scripts that are written without spaces have no such bounds."""
    before, after = _word_class(text[0]), _word_class(text[-1])
    head = f"(?<![{before}])" if before else ""
    tail = f"(?![{after}])" if after else ""
    return f"{head}{re.escape(text)}{tail}"


def _word_class(char: str) -> str | None:
    if ord(char) >= _FIRST_CJK or not (char.isalnum() or char == "_"):
        return None
    return _ASCII_WORD if char.isascii() else _OTHER_WORD
