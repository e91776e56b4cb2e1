"""Near ones among 64-bit fingerprints: every pair within a radius, none missed.

Multi-index hashing: 64 bits are cut into `radius + 1` bands; two values that differ in at most `radius` bits are equal
in one band at least (pigeonhole), so only values that share a band are compared (Norouzi, Punjani, Fleet: Fast
Search in Hamming Space with Multi-Index Hashing, 2012).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from gui_rec.errors import UsageError

Values = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]

BITS = 64
MAX_RADIUS = 15
_COMPARED_AT_ONCE = 1 << 21
_RECENT = 1024
_SIXTEEN_BITS = 0xFFFF


def check_radius(radius: int) -> None:
    """Raises UsageError unless 0 <= radius <= 15 bits; beyond that, pictures that have nothing in common are near."""
    if not 0 <= radius <= MAX_RADIUS:
        raise UsageError(f"radius: expected 0 to {MAX_RADIUS} bits of {BITS}, got {radius}")


class HammingIndex:
    """An index over `values`; it answers for many queries at once."""

    def __init__(self, values: Values, radius: int) -> None:
        check_radius(radius)
        self.values = np.ascontiguousarray(values, dtype=np.uint64)
        self.radius = radius
        self._bands = list(_bands(radius))
        self._order: list[Places] = []
        self._sorted: list[Values] = []
        for shift, mask in self._bands:
            band = (self.values >> shift) & mask
            order = np.argsort(band, kind="stable")
            self._order.append(order)
            self._sorted.append(band[order])

    def near(self, queries: Values) -> tuple[Places, Places]:
        """Pairs (place in `queries`, place in `values`) within the radius, each once, sorted."""
        queries = np.ascontiguousarray(queries, dtype=np.uint64)
        found = [pair for band in range(len(self._bands)) for pair in self._of_band(band, queries)]
        if not found:
            return np.empty(0, np.int64), np.empty(0, np.int64)
        width = max(len(self.values), 1)
        codes = np.unique(np.concatenate([of * width + at for of, at in found]))
        return codes // width, codes % width

    def _of_band(self, band: int, queries: Values) -> Iterator[tuple[Places, Places]]:
        """Pairs that share `band`; compared in portions, so that one full bucket cannot take the memory."""
        shift, mask = self._bands[band]
        wanted = (queries >> shift) & mask
        first = np.searchsorted(self._sorted[band], wanted, "left")
        counts = np.searchsorted(self._sorted[band], wanted, "right") - first
        ends = np.cumsum(counts)
        start = 0
        while start < len(queries):
            before = int(ends[start - 1]) if start else 0
            stop = int(np.searchsorted(ends, before + _COMPARED_AT_ONCE, "right"))
            stop = max(stop, start + 1)
            yield self._compared(band, queries, start, first[start:stop], counts[start:stop])
            start = stop

    def _compared(
        self, band: int, queries: Values, start: int, first: Places, counts: Places
    ) -> tuple[Places, Places]:
        of = np.repeat(np.arange(len(counts), dtype=np.int64), counts)
        offset = np.arange(len(of), dtype=np.int64) - np.repeat(np.cumsum(counts) - counts, counts)
        at = self._order[band][first[of] + offset]
        differs = np.bitwise_count(queries[of + start] ^ self.values[at])
        near = differs <= self.radius
        return of[near] + start, at[near]


def pairs_within(values: Values, radius: int) -> tuple[Places, Places]:
    """Every pair (i, j) with i < j of values that differ in at most `radius` bits, each once, sorted.

    Within a band the values are sorted, and each is compared with its next, next but one, ... as far as its bucket
    goes; that runs over memory in order and needs as many places as there are values, however full a bucket is.
    """
    check_radius(radius)
    values = np.ascontiguousarray(values, dtype=np.uint64)
    firsts: list[Places] = []
    seconds: list[Places] = []
    bands = list(_bands(radius))
    for at, (shift, mask) in enumerate(bands):
        earlier = [np.uint64(int(own) << int(low)) for low, own in bands[:at]]
        for one, other in _of_one_band(values, shift, mask, earlier, radius):
            firsts.append(np.minimum(one, other))
            seconds.append(np.maximum(one, other))
    if not firsts:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    codes = np.concatenate(firsts) * len(values) + np.concatenate(seconds)
    codes.sort()
    return codes // len(values), codes % len(values)


def _of_one_band(
    values: Values, shift: np.uint64, mask: np.uint64, earlier: list[np.uint64], radius: int
) -> Iterator[tuple[Places, Places]]:
    """Pairs that are equal in this band and in none of the `earlier` ones, whose masks these are."""
    band = (values >> shift) & mask
    # Sixteen bits are sorted by counting; wider bands, of a radius below three, by comparing.
    order = np.argsort(band.astype(np.uint16) if int(mask) <= _SIXTEEN_BITS else band, kind="stable")
    ordered, band = values[order], band[order]
    ends = np.searchsorted(band, band, "right")
    active = np.flatnonzero(ends > np.arange(1, len(values) + 1))
    step = 1
    while len(active):
        differing = ordered[active] ^ ordered[active + step]
        hits = np.flatnonzero(np.bitwise_count(differing) <= radius)
        for other in earlier:
            hits = hits[differing[hits] & other != 0]
        if len(hits):
            yield order[active[hits]], order[active[hits] + step]
        step += 1
        active = active[ends[active] > active + step]


class GrowingIndex:
    """Values that come one by one, each asked for before it is added; exact at every moment.

    The newest are compared one and all; older ones lie in indices of doubling size, so that building costs
    n log n.
    """

    def __init__(self, radius: int) -> None:
        check_radius(radius)
        self.radius = radius
        self._exact: set[int] = set()
        self._recent = np.empty(_RECENT, np.uint64)
        self._count = 0
        self._older: list[HammingIndex] = []

    def __len__(self) -> int:
        return self._count + sum(len(index.values) for index in self._older)

    def has_near(self, value: int) -> bool:
        """Whether a value that was added lies within the radius of `value`."""
        if value in self._exact:
            return True
        query = np.array([value], np.uint64)
        recent = self._recent[: self._count]
        if np.any(np.bitwise_count(recent ^ query) <= self.radius):
            return True
        return any(len(index.near(query)[0]) > 0 for index in self._older)

    def add(self, value: int) -> None:
        """Take `value` in."""
        if value in self._exact:
            return
        self._exact.add(value)
        self._recent[self._count] = value
        self._count += 1
        if self._count == _RECENT:
            self._settle()

    def _settle(self) -> None:
        values = self._recent.copy()
        while self._older and len(self._older[-1].values) <= len(values):
            values = np.concatenate([self._older.pop().values, values])
        self._older.append(HammingIndex(values, self.radius))
        self._count = 0


def _bands(radius: int) -> Iterator[tuple[np.uint64, np.uint64]]:
    """(shift, mask) of each band; their widths differ by one bit at most and add up to 64."""
    bands = radius + 1
    low = 0
    for at in range(bands):
        high = BITS * (at + 1) // bands
        yield np.uint64(low), np.uint64((1 << (high - low)) - 1)
        low = high
