"""What a source shows of one moment, as an observation: whatever it lacks is null and says so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gui_rec.errors import HierarchyError
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.observation import Facts, Missing, Observation
from gui_rec.store.integrity import check_picture
from gui_rec.ui.facts import facts_of
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.state_key import state_key
from gui_rec.ui.tree import Tree
from gui_rec.vision.fingerprint import fingerprint
from gui_rec.vision.png import SIGNATURE

_TOLD = ("screenshot", "fingerprint", "ui_xml", "package", "activity", "rotation")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a source holds of one moment. `size` is the screen's in px; `picture` may be smaller, then `is_resized`."""

    picture: bytes | None = None
    size: ScreenSize | None = None
    xml: str | None = None
    package: str | None = None
    activity: str | None = None
    ui_source: str | None = None
    is_resized: bool = False
    captured_at_us: int | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """The observation, and the tree of its hierarchy where there is one."""

    observation: Observation
    tree: Tree | None = None


def seen(shown: Shown) -> Seen:
    """The observation of `shown`; the picture's size is the screen's where nothing else tells and nobody resized it.

    Raises ImageError (an InputError) for a picture that is not whole; a hierarchy that cannot be read is null.
    """
    size, mark = shown.size, None
    if shown.picture is not None:
        drawn = check_picture(shown.picture)
        size = size or (None if shown.is_resized else drawn)
        mark = fingerprint(shown.picture) if shown.picture.startswith(SIGNATURE) else None
    tree, reason = _tree(shown.xml)
    package = shown.package or (tree.package if tree is not None else None)
    observation = Observation(
        screenshot=shown.picture,
        ui_xml=None if tree is None else shown.xml,
        package=package,
        activity=shown.activity,
        rotation=None if tree is None else tree.rotation,
        size=size,
        fingerprint=mark,
        state_key=None if tree is None else state_key(tree, package=package, activity=shown.activity),
        facts=Facts() if tree is None else facts_of(tree, (), None),
        captured_at_us=shown.captured_at_us,
        flags=(Flag.IMAGE_RESIZED,) if shown.is_resized and shown.picture is not None else (),
        ui_source=None if tree is None else shown.ui_source,
    )
    return Seen(_with_gaps(observation, reason), tree)


def nothing_seen() -> Seen:
    """A moment that the source did not keep."""
    return seen(Shown())


def seen_on(picture: bytes | None, size: ScreenSize) -> Seen:
    """A picture of a screen whose size the source tells; one of another size was resized. Raises ImageError."""
    drawn = size if picture is None else check_picture(picture)
    return seen(Shown(picture, size, is_resized=drawn != size))


def _tree(xml: str | None) -> tuple[Tree | None, MissingReason]:
    if xml is None:
        return None, MissingReason.NOT_RECORDED
    try:
        return parse_hierarchy(xml), MissingReason.NOT_RECORDED
    except HierarchyError as error:
        empty = error.reason == MissingReason.DUMP_EMPTY.value
        return None, MissingReason.DUMP_EMPTY if empty else MissingReason.NOT_RECORDED


def _with_gaps(observation: Observation, no_tree: MissingReason) -> Observation:
    gaps = [
        Missing(column, no_tree if column == "ui_xml" else MissingReason.NOT_RECORDED)
        for column in _TOLD
        if getattr(observation, column) is None
    ]
    if observation.size is None:
        gaps += [Missing(column, MissingReason.NOT_RECORDED) for column in ("width_px", "height_px")]
    return replace(observation, missing=tuple(gaps))
