"""A recording for trainers to read, its export, and what a trainer must make of it."""

from __future__ import annotations

from pathlib import Path

from small_recordings import small_look, small_step

from gui_rec.datasets.export._api import ExportSpec, Sample
from gui_rec.datasets.export.run import export_training_set
from gui_rec.model.actions import Finish, FinishStatus, Key, Swipe, Tap, Type
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.store.recording import RecordingWriter

TORCH = ["torch==2.13.0"]
"""First and alone: whatever names torchvision would bring a build for graphics cards."""
IMAGE_TOKENS = 4
"""A picture's in the model of `tests/clients/scripts/tiny_llava.py`."""
_END = "</s>"

_GOOD = (
    small_step(0, Tap(0.25, 0.5)),
    small_step(1, Type("日本語 'x=0.5', \"q\"\n[0.1, 0.2] {{ x }} 🙂 <b>")),
    small_step(2, Swipe(0.5, 0.75, 0.5, 0.25, 300)),
    small_step(3, Key("BACK")),
    small_step(4, Finish(FinishStatus.SUCCESS)),
)
_WORSE = (small_step(0, Tap(0.75, 0.75), post=small_look(0)),)


def record_for_trainers(folder: Path) -> Path:
    """An episode that succeeded, and one whose only step did nothing on the first screen of the other."""
    for name, steps, outcome in (("good", _GOOD, "success"), ("worse", _WORSE, "failure")):
        begin = RecordingWriter.extend if folder.is_dir() else RecordingWriter.create
        with begin(folder, EpisodeInfo(name, "script", goal="open the clock", recorder="test")) as writer:
            for step in steps:
                writer.append(step)
            writer.finish(EpisodeEnd(EndReason.FINISHED, outcome=outcome))
    return folder


def exported(recording: Path, out: Path, spec: ExportSpec) -> list[Sample]:
    """Export, and the samples in the order of the rows."""
    samples: list[Sample] = []
    export_training_set([recording], out, spec, watch=samples.append)
    return samples


def rendered(sample: Sample, answer: str) -> str:
    """The conversation as the tiny model's template writes it: every byte that the model reads."""
    turns = [("system", sample.system)]
    for turn in sample.prompt:
        pictures = "<image>" * IMAGE_TOKENS if turn.picture is not None else ""
        turns.append((turn.role, pictures + turn.text))
    return "".join(f"<s>{role}\n{text}{_END}" for role, text in (*turns, ("assistant", answer)))


def answers(sample: Sample) -> str:
    """All answers of a conversation, as a decoded span says them."""
    return "".join(turn.text + _END for turn in sample.turns if turn.role == "assistant")


def last_answer(text: str) -> str:
    """One answer, as a decoded span says it."""
    return text + _END
