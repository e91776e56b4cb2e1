"""The runs of one step, laid beside one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gui_rec.errors import InputError
from gui_rec.model.actions import Action, Key, OpenApp, OpenUrl, Scroll, Type
from gui_rec.model.step import Step
from gui_rec.replayer.induction.pages import Page
from gui_rec.ui.canonical import CanonicalNode, tail_of

Inputs = Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """One execution of the step. `pre` is None where nothing could be read off the state before it (a game, a
    lock screen); a run whose `post` says nothing is none.
    """

    number: int
    step: Step
    pre: Page | None
    post: Page
    inputs: Inputs

    @property
    def typed(self) -> str | None:
        """The text that the step enters; None where it enters none."""
        return self.step.action.text if isinstance(self.step.action, Type) else None


def runs_of(steps: Sequence[Step], inputs: Sequence[Inputs]) -> list[Run]:
    """The runs. Raises InputError where they do not do the same, or a post-state has no usable hierarchy."""
    if not steps:
        raise InputError("induction: expected at least one run of the step, got none")
    first, runs = steps[0], []
    for number, (step, given) in enumerate(zip(steps, inputs, strict=True)):
        different = how_actions_differ(first, step, inputs[0], given)
        if different is not None:
            raise InputError(f"step {first.index}: run {number + 1} does something else: {different}")
        post = Page.of(step.post)
        if post is None:
            raise InputError(
                f"step {first.index}: the state after it has no usable hierarchy in run {number + 1}; "
                "rules are learnt from hierarchies"
            )
        runs.append(Run(number, step, Page.of(step.pre), post, given))
    return runs


def how_actions_differ(one: Step, other: Step, ones_inputs: Inputs, others_inputs: Inputs) -> str | None:
    """In words, what two runs of a step do differently; None for the same. A text may follow the inputs."""
    a, b = _gist(one.action, ones_inputs), _gist(other.action, others_inputs)
    if a != b:
        return f"{' '.join(a)} against {' '.join(b)}"
    mine, theirs = one.target, other.target
    if mine is not None and theirs is not None and mine.resource_id and theirs.resource_id:
        first, second = tail_of(mine.resource_id), tail_of(theirs.resource_id)
        if first != second:
            return f"it acts on {second}, not on {first}"
    return None


def _gist(action: Action, inputs: Inputs) -> tuple[str, ...]:
    """What an action does, without where: a place on the screen may move from run to run."""
    match action:
        case Type():
            name = next((name for name, value in inputs.items() if value == action.text), None)
            return ("type", action.text if name is None else f"${{{name}}}")
        case Key():
            return ("key", action.code)
        case Scroll():
            return ("scroll", action.direction.value)
        case OpenApp():
            return ("open_app", action.package or action.name or "")
        case OpenUrl():
            return ("open_url", action.url)
        case _:
            return (action.type,)


def rule_id_of(episode_id: str, index: int) -> str:
    """The id of the rule for a recorded step: `step-3.q69g5f`, unlike that of another recording's step 3."""
    tail = "".join(char for char in episode_id if char.isascii() and char.isalnum())[-6:].lower()
    return f"step-{index}.{tail}" if tail else f"step-{index}"


def target_of(run: Run) -> CanonicalNode | None:
    """The node of the pre-state that the step acts on; None where it is not known or has no place in the tree."""
    target = run.step.target
    if target is None or run.pre is None:
        return None
    return next((node for node in run.pre.nodes() if node.node.path == target.path), None)
