"""Dataset cards: the README.md that the Hub shows and `datasets` reads its configuration from.

The data files are named one by one: without that, `datasets` guesses splits from words such as `test` in names.
A licence and languages stand there only when they were given; nobody's rights are guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pyarrow as pa
import yaml

from gui_rec import __version__
from gui_rec.datasets.export._api import ExportSpec, ExportStats, ShardFile, Unit
from gui_rec.datasets.export.prompt import PROMPT_VERSION, space_words, system_prompt_id, wording_called
from gui_rec.datasets.export.selected import selection_words
from gui_rec.datasets.labels._members import LABELS
from gui_rec.datasets.labels.measured import measured_words
from gui_rec.datasets.markdown import plain as _plain
from gui_rec.datasets.markdown import table as _table
from gui_rec.datasets.reviews import REVIEW, REVIEW_MEANING
from gui_rec.datasets.selection_card import selection_sections
from gui_rec.dsl._api import ActionCodec, FidelityKind
from gui_rec.dsl.losses import table as loss_table
from gui_rec.store.features import IMAGE

_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
    (1_000_000_000, "100M<n<1B"),
)
_TAGS = ["gui", "gui-agents", "android", "trajectories", "gui-rec"]

_REFUSALS = {
    "placeholder_in_text": "its text holds what trainers take for a picture or a turn's end",
    "earlier_step_is_no_turn": "an earlier step that the conversation needs has no answer or no screen",
    "episode_with_a_hole": "another step of the episode could not be written",
    "one_call_an_answer": "the dialect has one call an answer, and the agent said several at once",
    "no_processor_takes_the_size": "no processor takes a picture of these sides",
    "no_part_touched": "the step touched no part whose place could be asked for",
    "part_without_a_name_of_its_own": "no name names the touched part alone",
    "no_mark": "nobody knows whether the answer was good or bad",
    "no_other_answer_here": "the same task, screen and history has no answer of the other kind",
    "same_answer_as_the_worse": "the worse answer comes to the same",
    "balanced_away": "there were more of this action than were asked for",
    "invalid_action": "what the agent said was no action",
    "no_pre_screenshot": "no screenshot from before the action was stored",
    "pre_state_stale": "the screenshot is older than the screen that was acted on",
    "unreadable_screenshot": "the stored screenshot is no whole picture",
    "screenshot_of_another_size": "the stored screenshot is not of the screen's size",
    "no_goal": "the episode has no goal",
    "no_operation": "the wrapping needs an operation and the step has none",
    "no_thought": "the wrapping needs a thought and the step has none",
    "not_verified": "no replay found the step to match",
    "other_outcome": "the recording person did not say the outcome that was asked for",
    "outcome_unknown": "nothing and nobody says whether its episode succeeded, so it has no step_label",
    "rejected_in_review": "a reviewer rejected the step or its episode",
    "point_left_target": "the written point lies outside the recorded target",
    "reread_differs": "the written target reads as another action",
    "reread_failed": "the written target does not read as one action",
    "withdrawn": "the step was taken back while recording",
    "words_do_not_fit_the_wrapping": "the step's words hold a closing tag",
}


def size_category(samples: int) -> str:
    """The Hub's name for a count of rows."""
    return next((name for limit, name in _SIZES if samples < limit), "n>1B")


def yaml_features(schema: pa.Schema) -> list[dict[str, object]]:
    """A schema's columns in the card's spelling of `datasets` features."""
    return [{"name": field.name, **_yaml_feature(field.type)} for field in schema]


def _yaml_feature(kind: pa.DataType) -> dict[str, object]:
    if kind == IMAGE:
        return {"dtype": "image"}
    if isinstance(kind, pa.StructType):
        return {"struct": [{"name": field.name, **_yaml_feature(field.type)} for field in kind]}
    if isinstance(kind, pa.ListType):
        inner = _yaml_feature(kind.value_type)
        return {"list": inner.get("struct") or inner.get("dtype") or inner}
    return {"dtype": "float64" if kind == pa.float64() else str(kind)}


def front_matter(
    title: str,
    schema: pa.Schema | None,
    files: Sequence[str],
    rows: int,
    *,
    size_bytes: int,
    license: str | None = None,
    language: Sequence[str] = (),
    splits: Sequence[ShardFile] = (),
) -> str:
    """The YAML block at a card's head, `---` lines included. `files` are paths within the repository.

    `splits` names the same files with their splits; without it all are `train`.
    """
    sides = sides_of(splits) or [("train", list(files), rows, size_bytes)]
    head: dict[str, object] = {"pretty_name": title}
    if license:
        head["license"] = license
    if language:
        head["language"] = list(language)
    head |= {
        "size_categories": [size_category(rows)],
        "tags": _TAGS,
        "configs": [
            {
                "config_name": "default",
                "data_files": [{"split": name, "path": paths} for name, paths, _, _ in sides],
            }
        ],
    }
    if schema is not None:
        head["dataset_info"] = {
            "features": yaml_features(schema),
            "splits": [
                {"name": name, "num_bytes": size, "num_examples": count} for name, _, count, size in sides
            ],
        }
    body = yaml.safe_dump(head, sort_keys=False, allow_unicode=True, width=110)
    return f"---\n{body}---\n"


def sides_of(files: Sequence[ShardFile]) -> list[tuple[str, list[str], int, int]]:
    """Name, paths, rows and bytes of each split that `files` belong to, in their order."""
    names = dict.fromkeys(file.split for file in files)
    of = {name: [file for file in files if file.split == name] for name in names}
    return [
        (name, [file.path for file in own], sum(file.rows for file in own), sum(file.bytes for file in own))
        for name, own in of.items()
    ]


def export_card(
    spec: ExportSpec,
    codec: ActionCodec,
    wrapping: str | None,
    schema: pa.Schema | None,
    stats: ExportStats,
    sources: Sequence[str],
) -> str:
    """The card of an export. The same export gives the same text."""
    title = " ".join((spec.title or "GUI trajectories as training rows").split())
    head = front_matter(
        title,
        schema,
        [file.path for file in stats.files if file.rows],
        stats.samples,
        size_bytes=sum(file.bytes for file in stats.files if file.rows),
        license=spec.license,
        language=spec.language,
        splits=[file for file in stats.files if file.rows],
    )
    sections = [
        _recorded(stats, sources),
        _rows(spec, codec, wrapping, stats),
        *([_labels(schema)] if schema is not None and _holds_labels(schema) else []),
        _losses(codec, stats),
        *selection_sections(stats.selection),
        _counts(stats),
    ]
    made = f"Made by gui-rec {__version__}; prompts of version {PROMPT_VERSION}."
    return "\n\n".join([f"{head}\n# {_plain(title)}", made, *sections]) + "\n"


def _recorded(stats: ExportStats, sources: Sequence[str]) -> str:
    thrown = f" {counted(stats.discarded, 'discarded episode')} left out." if stats.discarded else ""
    return (
        "## What was recorded\n\n"
        f"{counted(stats.episodes, 'episode')} with {counted(stats.steps, 'step')} on Android devices. A step is the screen before, the "
        "action, and the screen after. The actions came from: "
        f"{source_names(sources)}.{thrown}"
    )


def _rows(spec: ExportSpec, codec: ActionCodec, wrapping: str | None, stats: ExportStats) -> str:
    lines = [
        f"{_unit(spec)} Format `{spec.format}`, dialect `{codec.name}`, wrapping `{wrapping or 'none'}`; coordinates "
        f"are {space_words(codec.space)}. Each target was read back and checked; what says so with a size in px is "
        "`checked_size`, where the layout has that column.",
        f"System prompt `{system_prompt_id(codec.name, wrapping, spec.system)}`, words of the user's turns "
        f"`{wording_called(spec.wording).id}`. {_pictures(spec)}",
    ]
    if stats.derived:
        lines.append(
            f"In {counted(stats.derived, 'step')} the operation was made by template from the action and the name of "
            "its target (source `rule:operation`)."
        )
    return "## The rows\n\n" + "\n\n".join(lines)


def _unit(spec: ExportSpec) -> str:
    if spec.grounding:
        return "One row asks for the place of one part on one screen."
    if spec.unit is Unit.EPISODE:
        return "One row is one episode, with the screen before each answer."
    what = "step" if spec.unit is Unit.STEP else "answer, which may hold several steps"
    told = "all earlier steps" if spec.history is None else f"the last {spec.history} steps"
    shown = f", the last {spec.history_images} of them with their screens" if spec.history_images else ""
    how = "turns of the conversation" if spec.history_as == "turns" else "text"
    return (
        f"One row is one {what}, with the screen before the action. The prompt tells {told} as {how}{shown}."
    )


def _pictures(spec: ExportSpec) -> str:
    if spec.resize is not None:
        return (
            f"Pictures are resized as the processor of `{spec.resize}` does it, and numbers in pixels follow."
        )
    if spec.image_size is not None:
        return f"Pictures are {spec.image_size} px (turned with the screen), and numbers in pixels follow."
    return "Pictures are as they were recorded."


def _holds_labels(schema: pa.Schema) -> bool:
    """`labels` is a column of marks in some trainers' layouts."""
    return "labels" in schema.names and isinstance(schema.field("labels").type, pa.StructType)


def _labels(schema: pa.Schema) -> str:
    names = [field.name for field in schema.field("labels").type]
    rows = [
        (
            f"`{name}`",
            f"{REVIEW_MEANING if name == REVIEW else LABELS.get(name).meaning}",
            measured_words(name),
        )
        for name in names
    ]
    return (
        "## How the labels came about\n\n"
        "Each label has its value, its source (`rule:...`, `replay`, `claim`), a confidence, and whether it speaks "
        "of the step or of the episode. `unknown` means that it could not be known, and is never a success. Precision was "
        "measured on episodes of the simulated phone whose truth is known by construction (`benchmarks/labels/`).\n\n"
        + _table(("label", "meaning", "measured precision"), rows)
    )


def _losses(codec: ActionCodec, stats: ExportStats) -> str:
    intro = f"## What the dialect loses\n\n`{codec.name}` cannot carry everything that was recorded. "
    counted_here = "Of these rows, it lost nothing."
    if stats.losses:
        counted_here = "In these rows it lost:\n\n" + _table(
            ("action and loss", "rows"), _count_rows(stats.losses)
        )
    kept = [
        (sample, fidelity.kind.value, fidelity.note)
        for sample, fidelity in loss_table(codec).items()
        if fidelity.kind is not FidelityKind.EXACT
    ]
    if not kept:
        return intro + counted_here
    table = _table(("of the actions there are", "", "what is lost, or why"), kept)
    return f"{intro}{counted_here}\n\nWhat it can carry at all; every other action is exact:\n\n{table}"


def _counts(stats: ExportStats) -> str:
    rows = [("steps", str(stats.steps)), ("rows", str(stats.samples))]
    rows += [(f"left out: {refusal_words(reason)}", str(count)) for reason, count in stats.refused.items()]
    return "## Counts\n\n" + _table(("what", "count"), rows)


def refusal_words(reason: str) -> str:
    """Why a step was left out, for a person."""
    selected = selection_words(reason)
    if selected is not None:
        return f"{selected} (`{reason}`)"
    kind, _, action = reason.partition(":")
    if action:
        named, _, why = action.partition(": ")
        return f"the dialect cannot say this `{named}`{': ' + why if why else ''} (`{kind}`)"
    return f"{_REFUSALS.get(reason, reason)} (`{reason}`)"


def counted(count: int, noun: str) -> str:
    """`1 step`, `2 steps`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def source_names(sources: Iterable[str]) -> str:
    """Sources as code in a line. A recording from elsewhere may carry any text after `import:`."""
    return ", ".join("`" + " ".join(source.split()).replace("`", "'") + "`" for source in sources)


def _count_rows(counts: Mapping[str, int]) -> list[tuple[str, str]]:
    return [(name, str(count)) for name, count in counts.items()]
