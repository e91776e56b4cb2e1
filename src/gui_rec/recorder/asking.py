"""Asking the phone at an episode's end what was expected of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gui_rec.device._api import Device
from gui_rec.errors import DeviceError
from gui_rec.model.episode import Expectation
from gui_rec.model.observation import Observation
from gui_rec.recorder.expect import Probe, Question, evaluate, questions_of

if TYPE_CHECKING:
    from gui_rec.recorder.session import Recorder


def ask_expectations(recorder: Recorder, probes: Sequence[Probe]) -> tuple[Expectation, ...]:
    """The answers to `probes` on the screen at rest; nothing is recorded. Never raises a DeviceError."""
    if not probes:
        return ()
    try:
        seen = recorder.rest().observation
    except DeviceError:  # then nothing can be told of the screen, which is what an empty look says
        seen = Observation()
    answers = {question: _answer(recorder.device, question) for question in questions_of(probes)}
    return evaluate(probes, seen, recorder.observer.tree(seen), answers)


def _answer(device: Device, question: Question) -> str | None:
    try:
        return device.ask(question)
    except DeviceError:  # an answer that could not be had is none, and its probe neither holds nor fails
        return None
