"""Longest common subsequences of two lists of keys."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence

_MAX_CELLS = 300 * 300


def common(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Pairs (i, j), rising in both, of equal keys: a longest common subsequence.

    Equal ends are trimmed first. Where the rest exceeds 300 x 300, only keys that are unique on both sides
    serve as anchors (patience), which bounds the cost and may miss pairs of repeated keys.
    """
    head = 0
    while head < min(len(first), len(second)) and first[head] == second[head]:
        head += 1
    tail = 0
    while tail < min(len(first), len(second)) - head and first[-1 - tail] == second[-1 - tail]:
        tail += 1
    inner_first, inner_second = first[head : len(first) - tail], second[head : len(second) - tail]
    solve = _table if len(inner_first) * len(inner_second) <= _MAX_CELLS else _patience
    return [
        *((place, place) for place in range(head)),
        *((head + i, head + j) for i, j in solve(inner_first, inner_second)),
        *((len(first) - back, len(second) - back) for back in range(tail, 0, -1)),
    ]


def rising(values: Sequence[int]) -> list[int]:
    """Places of a longest strictly rising subsequence of `values`."""
    tops: list[int] = []
    places: list[int] = []
    before: list[int] = []
    for place, value in enumerate(values):
        at = bisect_left(tops, value)
        before.append(places[at - 1] if at else -1)
        tops[at : at + 1] = [value]
        places[at : at + 1] = [place]
    out: list[int] = []
    place = places[-1] if places else -1
    while place >= 0:
        out.append(place)
        place = before[place]
    return out[::-1]


def _table(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[tuple[int, int]]:
    rows, columns = len(first), len(second)
    lengths = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        row, below = lengths[i], lengths[i + 1]
        for j in range(columns - 1, -1, -1):
            row[j] = below[j + 1] + 1 if first[i] == second[j] else max(below[j], row[j + 1])
    pairs, i, j = [], 0, 0
    while i < rows and j < columns:
        if first[i] == second[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _patience(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[tuple[int, int]]:
    counts_first, counts_second = Counter(first), Counter(second)
    where = {key: j for j, key in enumerate(second) if counts_second[key] == 1}
    pairs = [(i, where[key]) for i, key in enumerate(first) if counts_first[key] == 1 and key in where]
    return [pairs[place] for place in rising([j for _, j in pairs])]
