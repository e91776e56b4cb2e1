"""Which rules a step has: of all files, each narrowed to the one rule that is for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from gui_rec.errors import UsageError
from gui_rec.model.step import Step
from gui_rec.replayer.looks import Look
from gui_rec.replayer.rules.evaluate import closeness
from gui_rec.replayer.rules.model import RuleFile, StepMatch
from gui_rec.replayer.rules.read import read_rule_file
from gui_rec.ui.matching import find_all
from gui_rec.ui.named_facts import NamedFact


def read_rule_files(paths: Sequence[Path]) -> tuple[RuleFile, ...]:
    """The rules of all files. Raises InputError as `read_rule_file` does, UsageError for a rule id that two hold."""
    files = tuple(read_rule_file(path) for path in paths)
    owner: dict[str, Path] = {}
    for path, file in zip(paths, files, strict=True):
        for rule in file.steps:
            if rule.rule_id in owner:
                raise UsageError(
                    f"rules: the id {rule.rule_id!r} stands in {owner[rule.rule_id]} and in {path}; rename one"
                )
            owner[rule.rule_id] = path
    named_in(files)
    return files


def check_contexts(files: Sequence[RuleFile], contexts: Sequence[str]) -> tuple[str, ...]:
    """`contexts`, each once. Raises UsageError for one that no file knows."""
    known = {context.name for file in files for context in file.contexts}
    for name in contexts:
        if name not in known:
            told = ", ".join(sorted(known)) or "none"
            raise UsageError(f"rules: --context {name}: no such context in the rules; known: {told}")
    return tuple(dict.fromkeys(contexts))


def rules_for(
    files: Sequence[RuleFile],
    step: Step,
    episode_id: str | None = None,
    name: str | None = None,
    *,
    any_episode: bool = False,
) -> tuple[RuleFile, ...]:
    """The rules for `step`, the one that names it most closely first; each file narrowed to one rule.

    Without an episode a rule is for steps of the file's app only. `name` is that of a block of a person's test. With
    `any_episode` a rule of another episode counts, too, for the step of the same number in the same app.
    """
    found = [
        replace(file, steps=(rule,))
        for file in files
        for rule in file.steps
        if _is_for(rule.step, file.package, step, episode_id, name)
        or (any_episode and _is_for(rule.step, file.package, step, rule.step.episode, name, in_app=True))
    ]
    found.sort(key=lambda file: -closeness(file.steps[0]))
    return tuple(found)


def named_in(files: Sequence[RuleFile]) -> tuple[NamedFact, ...]:
    """The named facts of all files. Raises UsageError where two files mean different things by one name."""
    found: dict[str, NamedFact] = {}
    for file in files:
        for fact in file.facts:
            if found.setdefault(fact.name, fact) != fact:
                raise UsageError(f"rules: two files define the fact {fact.name!r} differently; rename one")
    return tuple(found.values())


def version_words(file: RuleFile, versions: Mapping[str, str]) -> str | None:
    """What to say of an app's version that the rules do not know; None where they do, or nothing is known."""
    seen = versions.get(file.package)
    if seen is None or not file.versions or seen in file.versions:
        return None
    known = ", ".join(file.versions)
    return f"{file.package}: the rules were learnt or checked on version {known}, this is {seen}"


def _is_for(
    match: StepMatch,
    package: str,
    step: Step,
    episode_id: str | None,
    name: str | None,
    *,
    in_app: bool = False,
) -> bool:
    if match.episode is not None and match.episode != episode_id:
        return False
    if match.index is not None and match.index != step.index:
        return False
    if match.name is not None and match.name != name:
        return False
    if match.action is not None and match.action != step.action.type:
        return False
    if (in_app or (match.episode is None and match.name is None)) and package not in _packages(step):
        return False
    return match.target is None or _is_target(match, step)


def _packages(step: Step) -> Iterator[str | None]:
    return iter((step.pre.package, step.post.package))


def _is_target(match: StepMatch, step: Step) -> bool:
    """Whether the step's target is one of the nodes that the selector finds on the screen before it."""
    tree = Look.of(step.pre).tree
    if match.target is None or step.target is None or tree is None:
        return False
    return any(node.path == step.target.path for node in find_all(tree, match.target))
