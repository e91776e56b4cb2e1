"""One transition check against one `imagehash.phash` of the same PNG, decodes included in both."""

from __future__ import annotations

import io

import imagehash
from measure import Row, paired
from PIL import Image
from screens import observed, settings_before_and_after

from gui_rec.model.actions import Tap
from gui_rec.model.step import Step
from gui_rec.model.verdict import Verdict
from gui_rec.replayer.judge import Circumstances, judge
from gui_rec.replayer.looks import _tree_of


def run(*, quick: bool) -> list[Row]:
    """The recorded side is at hand; the replayed post-state arrives as bytes and is judged."""
    (pre_png, pre_xml), (post_png, post_xml) = settings_before_and_after()
    pre = observed(pre_png, pre_xml)
    recorded = Step(0, pre, Tap(0.5, 850 / 2400), observed(post_png, post_xml))

    def subject() -> None:
        _tree_of.cache_clear()
        judged = judge(recorded, pre, observed(post_png, post_xml), Circumstances())
        if judged.verdict is not Verdict.MATCH:
            raise AssertionError(f"an unchanged screen was judged {judged.verdict} {judged.code}")

    def peer() -> None:
        imagehash.phash(Image.open(io.BytesIO(post_png)))

    times = paired(subject, peer, 3 if quick else 25)
    nodes = post_xml.count("<node")
    workload = f"1080x2400 PNG of {len(post_png) // 1024} KiB, {nodes} nodes"
    return [Row("check_transition", "one transition check", "imagehash.phash", workload, *times)]
