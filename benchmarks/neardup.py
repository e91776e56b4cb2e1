"""Near-duplicates among 64-bit fingerprints against brute force in numpy: speed, and every pair found."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from measure import Bound, Row, paired

from gui_rec.datasets.dedup.hamming import HammingIndex, pairs_within

RADIUS = 4
MEMBERS = 20
SEED = 4
Values = npt.NDArray[np.uint64]


def fingerprints(count: int) -> Values:
    """`count` values in clusters of 20 that lie 0 to 3 bits from their base, as screens of one page do; shuffled."""
    random = np.random.default_rng(SEED)
    values = np.repeat(random.integers(0, 2**64, count // MEMBERS, dtype=np.uint64), MEMBERS)
    for _ in range(3):
        flips = np.uint64(1) << random.integers(0, 64, len(values), dtype=np.uint64)
        values = np.where(random.random(len(values)) < 0.5, values ^ flips, values)
    random.shuffle(values)
    return values


def brute_pairs(values: Values) -> int:
    """Every pair within the radius, each value against all behind it."""
    found = 0
    for at in range(len(values)):
        found += int(np.count_nonzero(np.bitwise_count(values[at + 1 :] ^ values[at]) <= RADIUS))
    return found


def brute_queries(values: Values, queries: Values) -> int:
    """Every value within the radius of each query."""
    return sum(int(np.count_nonzero(np.bitwise_count(values ^ query) <= RADIUS)) for query in queries)


def run(*, quick: bool) -> list[Row | Bound]:
    """All pairs of 100 000, and 1000 queries against a million; missed pairs are counted against brute force."""
    few, many, rounds = (5_000, 50_000, 1) if quick else (100_000, 1_000_000, 3)
    values, large = fingerprints(few), fingerprints(many)
    queries = large[:: many // 1000][:1000]
    index = HammingIndex(large, RADIUS)
    counts: dict[str, int] = {}

    def counted(name: str, call: Callable[[], int]) -> Callable[[], None]:
        def work() -> None:
            counts[name] = call()

        return work

    pairs = paired(
        counted("pairs", lambda: len(pairs_within(values, RADIUS)[0])),
        counted("brute pairs", lambda: brute_pairs(values)),
        rounds,
    )
    asked = paired(
        counted("queries", lambda: len(index.near(queries)[0])),
        counted("brute queries", lambda: brute_queries(large, queries)),
        rounds,
    )
    missed = abs(counts["brute pairs"] - counts["pairs"]) + abs(counts["brute queries"] - counts["queries"])
    what = f"64-bit fingerprints in clusters of {MEMBERS}, radius {RADIUS}"
    found = f"{what}; {counts['brute pairs'] + counts['brute queries']} pairs by brute force"
    return [
        Row(
            "neardup",
            "multi-index, index built in it",
            "numpy brute force",
            f"all pairs of {few} {what}",
            *pairs,
        ),
        Row("neardup", "multi-index", "numpy brute force", f"1000 queries, {many} {what}", *asked),
        Bound("neardup", "pairs that were missed or made up", found, missed, 0, "pairs"),
    ]
