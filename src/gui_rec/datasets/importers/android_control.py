"""AndroidControl as published (google-research/android_control, CC-BY-4.0): TFRecord shards, an episode a record.

Features, from its README: episode_id, goal, screenshots (PNG), accessibility_trees (android_env's forest),
screenshot_widths and _heights, actions (JSON) and step_instructions; the actions lie between the screenshots, so there
is one fewer, and a step instruction is repeated where it took several actions. No app or package is named; those of a
recording here are read off the accessibility forest.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from gui_rec.datasets.importers._api import ImportSource, SourceEpisode
from gui_rec.datasets.importers.a11y_forest import forest_xml
from gui_rec.datasets.importers.complaints import Complaints
from gui_rec.datasets.importers.example import Example, examples
from gui_rec.datasets.importers.observations import Seen, Shown, seen
from gui_rec.datasets.importers.shards import shard_files
from gui_rec.datasets.importers.steps import Act, act_or_invalid, chain, end_of, info_of
from gui_rec.dsl.android_control import CODEC
from gui_rec.errors import InputError
from gui_rec.model.geometry import ScreenSize


class AndroidControlImporter:
    """A shard of AndroidControl, or a folder of them."""

    name = "android_control"
    reads = "TFRecord shards (android_control-00000-of-00020), gzipped or not"
    proven: str | None = None
    notes = (
        "hierarchies and packages are those of the accessibility forest; one that cannot be read is null",
        "no activities, and no action that ends an episode: AndroidControl holds neither",
        "operations are the step instructions, repeated where one took several actions",
    )

    def units(self, src: Path) -> list[Path]:
        """See `Importer.units`."""
        return shard_files(src)

    def episodes(self, unit: Path, source: ImportSource) -> Iterator[SourceEpisode]:
        """See `Importer.episodes`."""
        for example in examples(unit):
            if isinstance(example, InputError):
                source.complaints.add("episode", str(example))
                continue
            yield from source.complaints.whole(example.where, partial(_episode, example, source))


def _episode(example: Example, source: ImportSource) -> SourceEpisode:
    pictures = example.blobs("screenshots")
    actions, said = example.texts("actions"), example.texts("step_instructions")
    if len(actions) != len(pictures) - 1 or not actions:
        raise example.error(
            "actions", f"{len(pictures) - 1} actions between {len(pictures)} screenshots", len(actions)
        )
    for name, count, expected in (
        ("step_instructions", len(said), len(actions)),
        ("screenshot_widths", len(example.numbers("screenshot_widths")), len(pictures)),
        ("screenshot_heights", len(example.numbers("screenshot_heights")), len(pictures)),
        ("accessibility_trees", len(example.blobs("accessibility_trees")), len(pictures)),
    ):
        if count != expected:
            raise example.error(name, f"{expected} of them", count)
    moments = _moments(example, pictures, source.complaints)
    acts = [
        _act(
            f"{example.where}, action {index}", raw, words, moments[index].observation.size, source.complaints
        )
        for index, (raw, words) in enumerate(zip(actions, said, strict=True))
    ]
    steps = chain(acts, moments[:-1], moments[-1])
    info = info_of("android_control", str(example.number("episode_id")), example.text("goal"))
    return SourceEpisode(info, steps, end_of(steps))


def _moments(example: Example, pictures: list[bytes], complaints: Complaints) -> list[Seen]:
    sizes = zip(example.numbers("screenshot_widths"), example.numbers("screenshot_heights"), strict=True)
    return [
        seen(Shown(picture, ScreenSize(*size), _xml(example, index, tree, complaints), ui_source="a11y"))
        for index, (picture, size, tree) in enumerate(
            zip(pictures, sizes, example.blobs("accessibility_trees"), strict=True)
        )
    ]


def _xml(example: Example, index: int, tree: bytes, complaints: Complaints) -> str | None:
    if not tree:
        return None
    try:
        return forest_xml(tree)
    except InputError as error:
        complaints.add("hierarchy", f"{example.where}, accessibility tree {index}: {error}")
        return None


def _act(where: str, raw: str, words: str, size: ScreenSize | None, complaints: Complaints) -> Act:
    action = act_or_invalid(lambda: CODEC.decode(raw, screen=size).actions[0], raw, where, complaints)
    return Act(
        action,
        "android_control",
        raw,
        "px",
        operation=words.strip() or None,
        operation_source="android_control:step_instructions",
    )


IMPORTER = AndroidControlImporter()
