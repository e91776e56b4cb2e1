from __future__ import annotations

import msgspec
import pytest
from driven_phone import Driven, signed_in

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.world.saved_phone import SavedPhone


def test_overrides_and_the_phone_itself_are_apart() -> None:
    driven = Driven()
    driven.phone.override_display(size=ScreenSize(720, 1600))
    saved = driven.phone.freeze()
    assert (saved.config.width_px, saved.world.config.width_px) == (1080, 720)
    other = Driven()
    other.phone.thaw(saved)
    assert other.phone.config.size == ScreenSize(1080, 2400)
    assert other.phone.display[0] == ScreenSize(720, 1600)


def test_it_reads_back_from_json() -> None:
    saved = signed_in().phone.freeze()
    assert msgspec.json.decode(msgspec.json.encode(saved), type=SavedPhone) == saved


def test_a_field_that_nobody_knows_is_refused() -> None:
    fields = msgspec.json.decode(msgspec.json.encode(Driven().phone.freeze()))
    fields["panel"]["colour"] = "blue"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(fields, SavedPhone)
