"""Which display of a device is recorded and replayed on."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from shop import shop

from gui_rec.cli._display import place_of, use_display
from gui_rec.cli.main import run
from gui_rec.device import listing
from gui_rec.errors import DeviceError, ExitCode, UsageError
from gui_rec.testing.fake_device import FakeDevice


@dataclass(slots=True)
class WithDisplays(FakeDevice):
    """A device with displays 0 and 2."""

    chosen: list[int] = field(default_factory=list)

    def displays(self) -> tuple[str, ...]:
        return ("0 (Built-in Screen)", "2")

    def use_display(self, number: int) -> None:
        if number not in (0, 2):
            raise DeviceError(f"--display: expected a display that there is (0, 2), got {number}")
        self.chosen.append(number)


def with_displays() -> WithDisplays:
    plain = shop()
    return WithDisplays(plain.screens, plain.current)


@pytest.mark.parametrize(("number", "chosen"), [(2, [2]), (0, []), (None, [])])
def test_a_device_is_told_of_another_display_than_its_own(number: int | None, chosen: list[int]) -> None:
    device = with_displays()
    use_display(device, number)
    assert device.chosen == chosen


def test_a_device_with_one_display_takes_no_other() -> None:
    use_display(shop(), 0)
    with pytest.raises(UsageError, match="--display 1: fake-1 has one display"):
        use_display(shop(), 1)


@pytest.mark.parametrize("number", ["-1", "outer", "1000000000"])
@pytest.mark.parametrize("command", [["record"], ["replay", "a.parquet"]])
def test_a_display_is_a_number(command: list[str], number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command, "--display", number]) == ExitCode.USAGE
    assert "--display" in capsys.readouterr().err


def test_a_person_is_told_which_display_to_touch() -> None:
    assert place_of("S", 2) == "S, display 2"
    assert place_of("S", 0) == place_of("S", None) == "S"


def test_the_doctor_lists_them_and_looks_at_the_one_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    device = with_displays()
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: device)
    assert run(["doctor", "--display", "2"]) == ExitCode.OK
    said = capsys.readouterr()
    assert "0 (Built-in Screen), 2; --display" in " ".join(said.out.split())
    assert "next: gui-rec record --device fake-1 --display 2" in said.err
    assert device.chosen == [2]
