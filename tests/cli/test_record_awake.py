"""Keeping the screen on holds nothing up, and its failure is said."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from shop import shop

from gui_rec.cli._record_awake import kept_awake
from gui_rec.errors import DeviceError
from gui_rec.testing.fake_device import FakeDevice


@dataclass(slots=True)
class Sleepy(FakeDevice):
    """A device whose screen can be kept on, if it can."""

    refuses: bool = False
    keeps: bool = False
    calls_awake: list[str] = field(default_factory=list)

    def stay_awake(self) -> Sleepy:
        if self.refuses:
            raise DeviceError("the screen cannot be kept on")
        self.calls_awake.append("on")
        return self

    def restore(self) -> None:
        if self.keeps:
            raise DeviceError("could not be put back")
        self.calls_awake.append("back")


def sleepy(*, refuses: bool = False, keeps: bool = False) -> Sleepy:
    plain = shop()
    return Sleepy(plain.screens, plain.current, refuses=refuses, keeps=keeps)


def test_it_is_on_within_the_block_and_back_after_it_whatever_happens() -> None:
    device, said = sleepy(), list[str]()

    def be_interrupted() -> None:
        with kept_awake(device, True, said.append):
            assert device.calls_awake == ["on"]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        be_interrupted()
    assert (device.calls_awake, said) == (["on", "back"], [])


def test_unwanted_or_impossible_it_is_left_alone() -> None:
    device, said = sleepy(), list[str]()
    with kept_awake(device, False, said.append), kept_awake(shop(), True, said.append):
        assert device.calls_awake == []
    assert said == []


@pytest.mark.parametrize(
    ("how", "words"), [({"refuses": True}, "cannot be kept on"), ({"keeps": True}, "could not be put back")]
)
def test_a_failure_is_a_warning(how: dict[str, bool], words: str) -> None:
    said = list[str]()
    with kept_awake(sleepy(**how), True, said.append):
        said.append("recorded")
    assert "recorded" in said
    assert any(line.startswith("warning:") and words in line for line in said)
