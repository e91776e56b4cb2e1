from __future__ import annotations

from hearing import words

from gui_rec.model.actions import Key
from gui_rec.recorder.heard._api import QUERY, opaque
from gui_rec.recorder.heard.said import READS, KeyRun, Said
from gui_rec.recorder.heard.series import Motion


def test_what_acts() -> None:
    (word,) = words("4")
    assert Said(opaque("x")).acts
    assert Said(piece=Motion("DOWN", 1, 1)).acts
    assert Said(keys=(KeyRun(Key("BACK"), word, word),)).acts
    assert not READS.acts
    assert not Said(QUERY, sleeps_s=1.0, loses="`cd`", ends=True).acts
