"""Android in the Wild as published (google-research/android_in_the_wild, CC-BY-4.0): TFRecord shards, a step a record.

Features, from its README and visualization_utils.py: episode_id, episode_length, step_id, goal_info, current_activity,
device_type, android_api_level; image/encoded holds raw bytes of height x width x channels; results/action_type,
results/type_action, results/yx_touch and results/yx_lift (0..1, y first; -1 where there is none). The records of an
episode follow one another. Each picture was taken before its action and is smaller than the screen was.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from pathlib import Path

import PIL.Image

from gui_rec.datasets.importers._api import ImportSource, SourceEpisode
from gui_rec.datasets.importers.complaints import Complaints
from gui_rec.datasets.importers.example import Example, examples
from gui_rec.datasets.importers.observations import Seen, Shown, seen
from gui_rec.datasets.importers.shards import shard_files
from gui_rec.datasets.importers.steps import Act, act_or_invalid, chain, end_of, info_of
from gui_rec.dsl.aitw import CODEC
from gui_rec.errors import InputError
from gui_rec.model.episode import DeviceInfo
from gui_rec.vision.png import MAX_PIXELS, SIGNATURE

MAX_STEPS = 1000
_MODES = {1: "L", 3: "RGB", 4: "RGBA"}


class AitwImporter:
    """A shard of AITW, or a folder of them."""

    name = "aitw"
    reads = "TFRecord shards (general-00000-of-00321), gzipped or not"
    proven: str | None = None
    notes = (
        "no view hierarchies and screen sizes: AITW does not hold them",
        "no screen after the last step of an episode",
        "pictures are AITW's pixels in PNG; it holds them raw",
    )

    def units(self, src: Path) -> list[Path]:
        """See `Importer.units`."""
        return shard_files(src)

    def episodes(self, unit: Path, source: ImportSource) -> Iterator[SourceEpisode]:
        """See `Importer.episodes`."""
        for _, run in groupby(_named(unit, source.complaints), key=lambda pair: pair[0]):
            steps: list[Example] = []
            for _, example in run:  # all of it is read, so that the next episode begins where this one ends
                if len(steps) <= MAX_STEPS:
                    steps.append(example)
            yield from source.complaints.whole(unit, partial(_episode, steps, source))


def _named(unit: Path, complaints: Complaints) -> Iterator[tuple[str, Example]]:
    for example in examples(unit):
        try:
            if isinstance(example, InputError):
                raise example
            name = example.text("episode_id")
        except InputError as error:
            complaints.add("action", str(error))
            continue
        yield name, example


def _episode(steps: list[Example], source: ImportSource) -> SourceEpisode:
    first = steps[0]
    if len(steps) > MAX_STEPS:
        raise first.error("episode_length", f"at most {MAX_STEPS} steps", f"{len(steps)} or more")
    for index, step in enumerate(steps):
        for field, expected in (("step_id", index), ("episode_length", len(steps))):
            if step.number(field) != expected:
                raise step.error(field, str(expected), step.number(field))
        if step.text("goal_info") != first.text("goal_info"):
            raise step.error("goal_info", f"{first.text('goal_info')!r} as before", step.text("goal_info"))
    acts = [_act(step, source.complaints) for step in steps]
    done = chain(acts, [_moment(step) for step in steps])
    info = info_of("aitw", first.text("episode_id"), first.text("goal_info"), _device(first))
    return SourceEpisode(info, done, end_of(done))


def _device(step: Example) -> DeviceInfo:
    return DeviceInfo(model=step.text("device_type"), sdk=step.number("android_api_level"))


def _moment(step: Example) -> Seen:
    activity = step.text("current_activity")
    return seen(Shown(_picture(step), activity=activity or None, is_resized=True))


def _picture(step: Example) -> bytes:
    (data,) = step.blobs("image/encoded") or [b""]
    if data.startswith(SIGNATURE):
        return data
    height, width, channels = (step.number(f"image/{name}") for name in ("height", "width", "channels"))
    mode = _MODES.get(channels)
    if mode is None or min(height, width) < 1 or height * width > MAX_PIXELS:
        raise step.error("image/height", "a picture's height, width and channels", (height, width, channels))
    if len(data) != height * width * channels:
        raise step.error("image/encoded", f"{height}x{width}x{channels} bytes", f"{len(data)} bytes")
    out = io.BytesIO()
    PIL.Image.frombytes(mode, (width, height), data).save(out, "PNG")
    return out.getvalue()


def _act(step: Example, complaints: Complaints) -> Act:
    record: dict[str, object] = {
        "result_action_type": step.number("results/action_type"),
        "result_action_text": step.text("results/type_action"),
        "result_touch_yx": _pair(step, "results/yx_touch"),
        "result_lift_yx": _pair(step, "results/yx_lift"),
    }
    raw = json.dumps(record, ensure_ascii=False)
    action = act_or_invalid(lambda: CODEC.decode(raw).actions[0], raw, step.where, complaints)
    return Act(action, "aitw", raw, "norm01_yx")


def _pair(step: Example, field: str) -> list[float]:
    found = step.floats(field)
    if len(found) != 2:
        raise step.error(field, "y and x", found)
    return found


IMPORTER = AitwImporter()
