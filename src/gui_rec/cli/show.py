"""`gui-rec show RECORDING`: the steps of a trajectory as a table, or as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gui_rec.cli._options import recording_argument
from gui_rec.cli._output import Output, cut_line, one_line, output_options
from gui_rec.errors import ExitCode
from gui_rec.model.action_fields import to_fields
from gui_rec.model.episode import Outcome
from gui_rec.model.words import action_words, rest_words

if TYPE_CHECKING:
    from rich.console import Group, RenderableType
    from rich.table import Table

    from gui_rec.model.step import Step
    from gui_rec.store.reader import EpisodeRecord


@dataclass(frozen=True, slots=True)
class Shown:
    """One episode and its steps, without pictures."""

    episode: EpisodeRecord
    steps: tuple[Step, ...]


def read_shown(recording: Path) -> list[Shown]:
    """The episodes of a recording with their steps; of a discarded one all of them. Raises StoreError."""
    from gui_rec.store.reader import is_discarded, open_trajectories

    opened = open_trajectories(recording)
    return [
        Shown(
            episode,
            tuple(opened.steps(episode.info.episode_id, images=False, withdrawn=is_discarded(episode))),
        )
        for episode in opened.every_episode
    ]


def document(shown: list[Shown]) -> dict[str, object]:
    """What `--json` prints; the shape is documented in docs/commands.md."""
    return {"episodes": [_episode_document(item) for item in shown]}


def _episode_document(item: Shown) -> dict[str, object]:
    info, end = item.episode.info, item.episode.end
    return {
        "episode_id": info.episode_id,
        "source": info.source,
        "goal": info.goal,
        "task_id": info.task_id,
        "annotator": info.annotator,
        "ended": end.reason.value if end else None,
        "outcome": end.outcome if end else None,
        "expectations": [
            {"probe": item.probe, "expected": item.expected, "answer": item.answer, "passed": item.passed}
            for item in (end.expectations if end else ())
        ],
        "steps": [_step_document(step) for step in item.steps],
    }


def _step_document(step: Step) -> dict[str, object]:
    return {
        "step_index": step.index,
        "action": to_fields(step.action),
        "package": step.pre.package,
        "target": _target_name(step),
        "post_package": step.post.package,
        "changed": changed(step),
        "settle_ms": step.settle_ms,
        "result_code": step.result_code,
        "flags": [flag.value for flag in step.flags],
    }


def _target_name(step: Step) -> str | None:
    """What a person would call the target; its class where it bears no name; None without a target."""
    target = step.target
    if target is None:
        return None
    named = target.text or target.content_desc or target.resource_id
    return named or (target.class_name or "").rpartition(".")[2] or None


def changed(step: Step) -> bool | None:
    """Whether the screen differs after the step, as the label `changed` says; None where that is unknown."""
    from gui_rec.datasets.labels.change import change_of

    return change_of(step).changed


def view(shown: list[Shown]) -> Group:
    """The same as a table for people."""
    from rich.console import Group

    parts: list[RenderableType] = []
    for item in shown:
        parts.append(_heading(item))
        parts += [f"  expected {line}" for line in _expectation_lines(item)]
        parts.append(_table(item.steps))
    return Group(*parts)


def _heading(item: Shown) -> str:
    info, end = item.episode.info, item.episode.end
    ended = end.reason.value if end else "still open"
    outcome = end.outcome if end else None
    marked = "" if outcome is None else f"  outcome {one_line(outcome)}"
    if outcome == Outcome.DISCARDED:
        marked = "  DISCARDED"
    whose = "".join(
        f"  {name} {one_line(value)}"
        for name, value in (("task", info.task_id), ("by", info.annotator))
        if value
    )
    return (
        f"episode {info.episode_id}  source {info.source}  ended {ended}{marked}{whose}  "
        f"goal: {one_line(info.goal or '-')}"
    )


def _expectation_lines(item: Shown) -> list[str]:
    """Each probe of the episode's end with its answer: what held, what did not, what could not be asked."""
    end = item.episode.end
    words = {True: "held", False: "did NOT hold", None: "could not be asked"}
    return [
        f"{one_line(told.probe)} {one_line(told.expected or '')}: {words[told.passed]}, "
        f"got {cut_line(told.answer if told.answer is not None else 'nothing')}"
        for told in (end.expectations if end else ())
    ]


def _table(steps: tuple[Step, ...]) -> Table:
    from rich.table import Table

    table = Table(
        "step", "app", "action", "target", "changed", "at rest", "result", "flags", box=None, pad_edge=False
    )
    for step in steps:
        shown_changed = {True: "yes", False: "no", None: "?"}[changed(step)]
        facts = _step_document(step)
        table.add_row(
            str(step.index),
            one_line(step.pre.package or "?"),
            action_words(step.action),
            one_line(str(facts["target"] or "-")),
            shown_changed,
            rest_words(step),
            one_line(step.result_code or "-"),
            " ".join(flag.value for flag in step.flags),
        )
    return table


@click.command("show")
@recording_argument
@output_options
def command(recording: Path, out: Output) -> int:
    """Show a trajectory as a table: each step's action, target and whether the screen changed."""
    shown = read_shown(recording)
    out.result(document(shown), view(shown))
    return ExitCode.OK
