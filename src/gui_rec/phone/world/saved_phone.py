"""What is around the world: how the phone was set up, its touch panel, a finger that injected events hold down."""

from __future__ import annotations

from gui_rec.phone.world.saved import Record, SavedConfig, SavedWorld


class SavedContact(Record):
    """A touch that went down by `input motionevent DOWN`, px, and when."""

    x: int
    y: int
    since_us: int


class SavedPanel(Record):
    """(axis code, value) pairs that were sent last, and the number of the last contact."""

    sent: list[tuple[int, int]]
    tracking_id: int


class SavedPhone(Record):
    """`config` is the phone as it was set up; the world's own has what `wm` overrides."""

    config: SavedConfig
    world: SavedWorld
    panel: SavedPanel
    contact: SavedContact | None
