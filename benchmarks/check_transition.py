"""One transition check against one `imagehash.phash` of the same PNG, decodes included in both."""

from __future__ import annotations

import io
import statistics
from itertools import cycle

import imagehash
from measure import Bound, Row, paired
from PIL import Image
from screens import dense_before_and_after, observed, settings_before_and_after

from gui_rec.model.actions import Tap
from gui_rec.model.step import Step
from gui_rec.model.verdict import Verdict
from gui_rec.phone.render.frame import encode_png
from gui_rec.replayer.judge import Circumstances, judge
from gui_rec.replayer.looks import _tree_of

_MINUTES = 12
MOST_RATIO = 3.0
"""What a check may cost, in times of one hash of the same picture."""

Screens = tuple[tuple[bytes, str], tuple[bytes, str]]


def run(*, quick: bool) -> list[Row | Bound]:
    """The recorded side is at hand; the replayed post-state arrives as bytes and is judged."""
    rounds = 3 if quick else 25
    few, many = _row(settings_before_and_after(), rounds), _row(dense_before_and_after(), rounds)
    ratio = round(statistics.median(many.ratios), 2)
    bound = Bound(
        "check_transition",
        "one transition check, in hashes of its picture",
        many.workload,
        ratio,
        MOST_RATIO,
        "times",
    )
    return [few, many, bound]


def _at_another_minute(png: bytes, minute: int) -> bytes:
    """The picture with another mark in the status bar, as the phone would encode it."""
    with Image.open(io.BytesIO(png)) as image:
        later = image.convert("RGBA")
    later.paste((minute * 20, 31, 31, 255), (60, 30, 120 + minute, 60))
    return encode_png(later)


def _row(screens: Screens, rounds: int) -> Row:
    (pre_png, pre_xml), (post_png, post_xml) = screens
    pre = observed(pre_png, pre_xml)
    recorded = Step(0, pre, Tap(0.5, 850 / 2400), observed(post_png, post_xml))
    # The clock has moved on, so that the two pictures differ; each round has one of its own, to be decoded anew.
    later = cycle([_at_another_minute(post_png, minute) for minute in range(_MINUTES)])
    again = cycle([_at_another_minute(post_png, minute) for minute in range(_MINUTES)])

    def subject() -> None:
        _tree_of.cache_clear()
        judged = judge(recorded, pre, observed(next(later), post_xml), Circumstances())
        if judged.verdict is not Verdict.MATCH:
            raise AssertionError(f"an unchanged screen was judged {judged.verdict} {judged.code}")

    def peer() -> None:
        imagehash.phash(Image.open(io.BytesIO(next(again))))

    times = paired(subject, peer, rounds)
    nodes = post_xml.count("<node")
    workload = f"1080x2400 PNG of {len(post_png) // 1024} KiB, {nodes} nodes"
    return Row("check_transition", "one transition check", "imagehash.phash", workload, *times)
