from __future__ import annotations

import pytest

from gui_rec.recorder.touch.getevent import EV_KEY, InputEvent, parse_line
from gui_rec.recorder.touch.keys import KEYS, android_name


@pytest.mark.parametrize(
    ("code", "name"),
    [(0x73, "VOLUME_UP"), (0x74, "POWER"), (0x9E, "BACK"), (0x244, "APP_SWITCH"), (0x10, None)],
)
def test_android_names_the_phones_own_keys(code: int, name: str | None) -> None:
    assert android_name(code) == name


def test_a_key_reads_the_same_by_its_label_and_in_hex() -> None:
    for code, (label, _) in KEYS.items():
        labelled = parse_line(f"EV_KEY       {label:<20} DOWN                ")
        in_hex = parse_line(f"0001 {code:04x} 00000001")
        assert isinstance(labelled, InputEvent)
        assert labelled == in_hex
        assert (labelled.type, labelled.code, labelled.value) == (EV_KEY, code, 1)
