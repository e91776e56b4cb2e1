"""What a dialect says of its numbers where an action stands in canonical unit coordinates, or names no place at all."""

from __future__ import annotations

from gui_rec.model.geometry import NORM01, CoordinateSpace, ScreenSize, Space


class UnitNumbers:
    """A part of a codec: unit coordinates on any screen, every pixel comes back."""

    space = Space.NORM01
    writes = True

    def space_on(self, screen: ScreenSize) -> CoordinateSpace:  # noqa: ARG002 - the same on any
        """See `ActionCodec.space_on`."""
        return NORM01

    def grain_px(self, screen: ScreenSize) -> tuple[int, int]:  # noqa: ARG002
        """See `ActionCodec.grain_px`."""
        return 0, 0
