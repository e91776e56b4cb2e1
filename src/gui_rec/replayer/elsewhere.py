"""In what the device differs from the one the recording was made on, as far as that changes how a page looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from gui_rec.model.episode import DeviceInfo
from gui_rec.model.geometry import ScreenSize

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What differs, each as (recorded, seen); None where it is equal or either side does not tell.

    Sizes stand here as the natural orientation has them, so that a phone held across is not another one.
    """

    size: tuple[str, str] | None = None
    density_dpi: tuple[int, int] | None = None
    font_scale: tuple[float, float] | None = None
    night_mode: tuple[bool, bool] | None = None
    sdk: tuple[int, int] | None = None

    @classmethod
    def between(cls, recorded: DeviceInfo, seen: DeviceInfo) -> Elsewhere:
        """The differences of two devices."""
        return cls(
            size=_pair(_natural(recorded), _natural(seen)),
            density_dpi=_pair(recorded.density_dpi, seen.density_dpi),
            font_scale=_pair(recorded.font_scale, seen.font_scale),
            night_mode=_pair(recorded.night_mode, seen.night_mode),
            sdk=_pair(recorded.sdk, seen.sdk),
        )

    @property
    def is_laid_out_otherwise(self) -> bool:
        """True where the same page has its elements at other places, or of other sizes."""
        return any(pair is not None for pair in (self.size, self.density_dpi, self.font_scale))

    @property
    def unit_ratio(self) -> float:
        """How many px of the seen screen a recorded px of an element is, as far as the devices tell. A larger font
        makes some elements taller and others not, so that it has no say.
        """
        return 1.0 if self.density_dpi is None else self.density_dpi[1] / max(1, self.density_dpi[0])

    def words(self) -> tuple[str, ...]:
        """The differences for a person, one each: `density 420 -> 320`."""
        told = []
        for name, label in _LABELS.items():
            pair = getattr(self, name)
            if pair is not None:
                told.append(f"{label} {_word(pair[0])} -> {_word(pair[1])}")
        return tuple(told)

    def as_record(self) -> dict[str, object]:
        """For the evidence: the differences only; `from_record` is the way back."""
        pairs = ((item.name, getattr(self, item.name)) for item in fields(self))
        return {name: list(pair) for name, pair in pairs if pair is not None}

    @classmethod
    def from_record(cls, record: Mapping[str, object]) -> Elsewhere:
        """What `as_record` wrote. Raises TypeError or ValueError for anything else."""
        return cls(
            size=_read(record.get("size"), str),
            density_dpi=_read(record.get("density_dpi"), int),
            font_scale=_read(record.get("font_scale"), float),
            night_mode=_read(record.get("night_mode"), bool),
            sdk=_read(record.get("sdk"), int),
        )


LIKE_THERE = Elsewhere()
"""A device like the recorded one."""

_LABELS = {
    "size": "screen",
    "density_dpi": "density",
    "font_scale": "font scale",
    "night_mode": "dark theme",
    "sdk": "Android API",
}


def _pair(recorded: T | None, seen: T | None) -> tuple[T, T] | None:
    if recorded is None or seen is None or recorded == seen:
        return None
    return recorded, seen


def _read(value: object, kind: Callable[[Any], T]) -> tuple[T, T] | None:
    if value is None:
        return None
    if not isinstance(value, list | tuple):
        raise TypeError(f"expected a pair, got {value!r}")
    first, second = value
    return kind(first), kind(second)


def _natural(device: DeviceInfo) -> str | None:
    if device.width_px is None or device.height_px is None:
        return None
    return "x".join(map(str, sorted((device.width_px, device.height_px))))


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


def same_shape(one: ScreenSize, other: ScreenSize) -> bool:
    """True for equal aspect ratios: either size is the other one enlarged, to the pixel."""
    expected_px = one.height_px * other.width_px / one.width_px
    return abs(expected_px - other.height_px) <= 1
