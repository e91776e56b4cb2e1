"""Which way hierarchies are got."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from shop import shop

from gui_rec.cli._ui_source import use_ui_source
from gui_rec.cli.main import run
from gui_rec.errors import ExitCode, UsageError
from gui_rec.testing.fake_device import FakeDevice


@dataclass(slots=True)
class Choosing(FakeDevice):
    """A device with several ways."""

    ways: list[str] = field(default_factory=list)

    def use_ui_source(self, name: str) -> None:
        self.ways.append(name)


def choosing() -> Choosing:
    plain = shop()
    return Choosing(plain.screens, plain.current)


def test_a_device_that_can_choose_does() -> None:
    device = choosing()
    use_ui_source(device, "dump")
    assert device.ways == ["dump"]


def test_a_device_with_one_way_takes_auto_only() -> None:
    use_ui_source(shop(), "auto")
    with pytest.raises(UsageError, match="--ui-source u2: fake-1 has one way"):
        use_ui_source(shop(), "u2")


def test_only_known_ways_are_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", "--ui-source", "magic"]) == ExitCode.USAGE
    assert "'auto', 'dump', 'u2'" in capsys.readouterr().err
