"""What a person sees of a session while it runs, a line a step, and what it came to at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gui_rec.cli._output import Output, one_line
from gui_rec.model.words import action_words, rest_words

if TYPE_CHECKING:
    from rich.text import Text

    from gui_rec.model.flags import Flag
    from gui_rec.model.step import Step

_MOST_TARGET = 32


@dataclass(slots=True)
class LiveSteps:
    """Hears of each step; counts for the summary."""

    out: Output
    steps: int = 0
    apps: dict[str, None] = field(default_factory=dict)
    flags: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)

    def step(self, step: Step) -> None:
        """Say what was done, where, how long the screen took, and what to know; a JSON line with `--json`."""
        self.steps += 1
        if step.result_code is not None:
            self.failed[step.result_code] += 1
        self.flags.update(flag.value for flag in step.flags)
        for package in (step.pre.package, step.post.package):
            if package is not None:
                self.apps[package] = None
        self.out.line(step_document(step))
        self.out.note(step_line(step))

    def summary(self, path: Path) -> str:
        """Steps of this run, those that failed with their codes, apps, flags and size in one line."""
        counted = ", ".join(f"{name} ({count})" for name, count in self.flags.most_common())
        failed = sum(self.failed.values())
        codes = ", ".join(f"{one_line(code)} ({count})" for code, count in self.failed.most_common())
        parts = [
            f"this run: {self.steps} step(s)",
            *([f"{failed} failed: {codes}"] if failed else []),
            f"{len(self.apps)} app(s){': ' + ', '.join(self.apps) if self.apps else ''}",
            f"flags: {counted}" if counted else "no flags",
            f"{size_of(path) / 1e6:.1f} MB",
        ]
        return "; ".join(parts)


def step_document(step: Step) -> dict[str, object]:
    """A step as a JSON line of `record --json`."""
    from gui_rec.model.action_fields import to_fields

    return {
        "event": "step",
        "step_index": step.index,
        "action": to_fields(step.action),
        "target": target_words(step),
        "package": step.pre.package,
        "post_package": step.post.package,
        "settled": step.settled,
        "settle_ms": step.settle_ms,
        "result_code": step.result_code,
        "flags": [flag.value for flag in step.flags],
    }


def step_line(step: Step) -> Text:
    """The same for a person's eye."""
    from rich.text import Text

    where = " in ".join(part for part in (target_words(step), step.pre.package) if part)
    line = Text(f"step {step.index}: ", style="bold")
    line.append(one_line(action_words(step.action)))
    if where:
        line.append(f"  {one_line(where)}", style="cyan")
    line.append(f"  at rest: {rest_words(step)}", style="dim")
    if step.result_code is not None:
        line.append(f"  {one_line(step.result_code)}", style="red")
    if step.flags:
        line.append(f"  {_flag_words(step.flags)}", style="yellow")
    return line


def target_words(step: Step) -> str | None:
    """What the node under the point says of itself; None without one."""
    target = step.target
    if target is None:
        return None
    short = (target.resource_id or "").rpartition("/")[2]
    said = target.text or target.content_desc or short or (target.class_name or "").rpartition(".")[2]
    return repr(said if len(said) <= _MOST_TARGET else said[: _MOST_TARGET - 1] + "…") if said else None


def _flag_words(flags: tuple[Flag, ...]) -> str:
    return " ".join(flag.value for flag in flags)


def size_of(path: Path) -> int:
    """Bytes of a trajectory file, or of all files below a recording's folder."""
    if path.is_file():
        return path.stat().st_size
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def recorded(document: Mapping[str, object]) -> dict[str, object]:
    """The last JSON line of a session."""
    return {"event": "recorded", **document}
