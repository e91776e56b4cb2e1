"""Which displays there are."""

from __future__ import annotations

from examined import seen

from gui_rec.recorder.doctor._api import Finding, State
from gui_rec.recorder.doctor.displays import examine


def test_one_is_named_and_several_may_be_chosen_from() -> None:
    assert examine(seen(displays=("0 (Built-in Screen)",))) == Finding(State.OK, "0 (Built-in Screen)")
    assert examine(seen(displays=("0", "2 (scrcpy)"))) == Finding(
        State.OK, "0, 2 (scrcpy); --display chooses"
    )
    assert examine(seen(displays=())) is None
