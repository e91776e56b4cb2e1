"""The screen that a step was decided on, as it is written, and the size that the target's numbers are of."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.datasets.export._api import ExportSpec, Picture
from gui_rec.datasets.export.pictures import picture_name, resize_called, resized, written_size
from gui_rec.datasets.export.refused import RefusedError
from gui_rec.dsl._api import ActionCodec
from gui_rec.errors import InputError
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import ScreenSize, Space
from gui_rec.model.step import Step
from gui_rec.store.integrity import check_picture
from gui_rec.vision.png import SIGNATURE, check_structure

_OF_THE_PICTURE = (Space.PX, Space.RESIZED)


@dataclass(frozen=True, slots=True)
class Seen:
    """`recorded` is the screen's size, `numbers` the one that the dialect's numbers are of; both in px.

    Numbers in pixels are of the picture that is written, which is all that a model sees.
    """

    picture: Picture
    recorded: ScreenSize
    numbers: ScreenSize


def seen_before(step: Step, episode_id: str, spec: ExportSpec, codec: ActionCodec) -> Seen:
    """Raises RefusedError where there is no whole, fresh picture of the screen."""
    data = step.pre.screenshot
    if data is None:
        raise RefusedError("no_pre_screenshot")
    if Flag.PRE_STATE_STALE in (*step.flags, *step.pre.flags):
        raise RefusedError("pre_state_stale")
    size = image_size(data, decoded_before=step.pre.fingerprint is not None)
    if step.pre.size not in (None, size) and Flag.IMAGE_RESIZED not in (*step.flags, *step.pre.flags):
        raise RefusedError("screenshot_of_another_size")
    written = _written(size, spec)
    picture_data = resized(data, written)
    name = picture_name(episode_id, step.index, picture_data)
    recorded = step.pre.size or size
    numbers = written if codec.space in _OF_THE_PICTURE else recorded
    return Seen(Picture(name, written, picture_data), recorded, numbers)


def _written(size: ScreenSize, spec: ExportSpec) -> ScreenSize:
    resize = None if spec.resize is None else resize_called(spec.resize)
    try:
        return written_size(size, resize, spec.image_size)
    except InputError as error:
        raise RefusedError("no_processor_takes_the_size") from error


def image_size(data: bytes, *, decoded_before: bool = False) -> ScreenSize:
    """The size of a whole picture. Raises RefusedError for one that is cut off, damaged or none.

    A picture with a fingerprint was decoded when it was stored: where every checksum still holds its pixels are the
    same, and decoding them again would take half of an export's time.
    """
    try:
        if decoded_before and data.startswith(SIGNATURE):
            return check_structure(data)
        return check_picture(data)
    except InputError as error:
        raise RefusedError("unreadable_screenshot") from error
