"""The options of `gui-rec export` that say what a row is made of: its unit, history, words and pictures."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gui_rec.errors import UsageError

if TYPE_CHECKING:
    from gui_rec.datasets.export._api import ExportSpec, Sample

MAX_PROMPT_BYTES = 64 * 1024
_RESIZES = ("qwen2.5-vl", "qwen3-vl", "ui-tars", "scalecua")

_OPTIONS = (
    click.option(
        "--rows",
        type=click.Choice(["step", "answer", "episode"]),
        default="step",
        show_default=True,
        help="What a row is: a step, the steps that an agent said in one answer, or a whole episode.",
    ),
    click.option(
        "--history",
        type=click.IntRange(0),
        metavar="N",
        help="How many earlier steps the prompt tells; default: all.",
    ),
    click.option(
        "--history-as",
        type=click.Choice(["lines", "turns"]),
        default="lines",
        show_default=True,
        help="Earlier steps as lines of the prompt, or as turns of the conversation.",
    ),
    click.option(
        "--history-images",
        type=click.IntRange(0),
        default=0,
        show_default=True,
        metavar="K",
        help="The last K earlier steps are turns with their screens.",
    ),
    click.option(
        "--system-prompt",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="A system prompt of your own; default: one from the dialect's table of actions.",
    ),
    click.option(
        "--wording",
        type=click.Choice(["inference", "sft"]),
        default="inference",
        show_default=True,
        help="The words of the user's turns; their id stands in the dataset card.",
    ),
    click.option(
        "--grounding",
        is_flag=True,
        help="Rows that ask for the place of a named part instead of the next step.",
    ),
    click.option(
        "--resize",
        type=click.Choice(_RESIZES),
        help="Resize pictures as this model's processor does; numbers in pixels follow. Default: as recorded.",
    ),
    click.option(
        "--image-size",
        metavar="WIDTHxHEIGHT",
        help="The size of upright pictures in px instead; turned for the others.",
    ),
    click.option(
        "--balance",
        type=click.IntRange(1),
        metavar="N",
        help="At most N rows of each action type, chosen by --seed.",
    ),
    click.option("--seed", type=int, default=0, show_default=True, help="For --balance."),
    click.option(
        "--preview",
        type=click.IntRange(1),
        metavar="N",
        help="Also write the first N rows as a page, OUT/preview.html.",
    ),
)


@dataclass(frozen=True, slots=True)
class Shape:
    """What the options say."""

    rows: str
    history: int | None
    history_as: str
    history_images: int
    system_prompt: Path | None
    wording: str
    grounding: bool
    resize: str | None
    image_size: str | None
    balance: int | None
    seed: int
    preview: int | None

    def of_spec(self) -> dict[str, Any]:
        """The fields of `ExportSpec`. Raises InputError for a size that is none, UsageError for an unreadable prompt."""
        from gui_rec.datasets.export._api import Unit
        from gui_rec.model.geometry import ScreenSize

        return {
            "unit": Unit(self.rows),
            "history": self.history,
            "history_as": self.history_as,
            "history_images": self.history_images,
            "system": None if self.system_prompt is None else _prompt(self.system_prompt),
            "wording": self.wording,
            "grounding": self.grounding,
            "resize": self.resize,
            "image_size": None if self.image_size is None else ScreenSize.parse(self.image_size),
            "most_per_action": self.balance,
            "seed": self.seed,
        }

    def watcher(self) -> Watcher:
        """Keeps the samples of the preview."""
        return Watcher(self.preview or 0)


@dataclass(slots=True)
class Watcher:
    """Keeps the first `most` samples that are written."""

    most: int
    kept: list[Sample] = field(default_factory=list)

    def __call__(self, sample: Sample) -> None:
        if len(self.kept) < self.most:
            self.kept.append(sample)

    def write(self, out: Path, spec: ExportSpec) -> None:
        """Write the page into the export `out`; nothing where no preview was asked for."""
        if not self.most:
            return
        from gui_rec.viewer.samples_page import samples_page

        (out / "preview.html").write_text(samples_page(self.kept, spec), encoding="utf-8")


def _prompt(path: Path) -> str:
    from gui_rec._files import read_text

    text = read_text(path, "a system prompt", MAX_PROMPT_BYTES).strip()
    if not text:
        raise UsageError(f"{path}: expected a system prompt, got an empty file")
    return text


def shape_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options, handed to the command as `shape`."""

    @functools.wraps(command)
    def shaped(**given: Any) -> Any:  # noqa: ANN401 - a click command
        return command(shape=Shape(**{one.name: given.pop(one.name) for one in fields(Shape)}), **given)

    for option in reversed(_OPTIONS):
        shaped = option(shaped)
    return shaped
