"""A block that is recorded, and one that is judged: what is refused, which rules hold, what is told of a device."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from shop import changed, label, shop, tap

from gui_rec.errors import CaptureError, InputError, UsageError
from gui_rec.model.selector import Selector
from gui_rec.replayer.rules.address import SlotAddress
from gui_rec.replayer.rules.facts import Exists, Fact
from gui_rec.replayer.rules.model import Outcome, RuleFile, StepMatch, StepRule, VolatileSlot
from gui_rec.replayer.rules.write import write_rule_file
from gui_rec.testing import TransitionError, transition
from gui_rec.testing.builders import SIZE
from gui_rec.testing.fake_device import FakeDevice, Screen
from gui_rec.testing.transitions import Transition
from gui_rec.testing.verdicts import HEARD, SETTINGS, Settings


@pytest.fixture(autouse=True)
def _settings_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    fresh = Settings(recordings=tmp_path / "t")
    for name in Settings.__slots__:
        monkeypatch.setattr(SETTINGS, name, getattr(fresh, name))
    HEARD.clear()
    yield
    HEARD.clear()


def open_milk(device: FakeDevice, *, record: str = "never", **how: object) -> Transition:
    """The block that opens an item."""
    with transition(device, "open milk", record=record, clock=device.clock, **how) as block:  # type: ignore[arg-type]
        device.perform(tap(40), SIZE)
    return block


def test_a_screen_that_never_rests_is_not_recorded() -> None:
    restless = Screen((label(4, "0"),), scrolls_to=None)
    device = FakeDevice({"list": restless, "other": Screen((label(4, "1"),))}, "list")
    for tick in range(400):
        device.show_after(tick * 0.2, ("list", "other")[tick % 2])
    with pytest.raises(UsageError, match="did not come to rest"):
        open_milk(device, record="missing", timeout_s=5.0)
    assert not SETTINGS.recordings.exists()


def test_a_screen_that_could_not_be_seen_is_not_recorded() -> None:
    device = shop()
    for method in ("screenshot", "hierarchy"):
        device.fail_next(method, CaptureError("screencap_failed", "no"), times=500)
    with pytest.raises(UsageError, match="not recorded"):
        open_milk(device, record="missing", timeout_s=3.0)
    assert not SETTINGS.recordings.exists()


def test_the_rules_of_a_blocks_name_hold(tmp_path: Path) -> None:
    open_milk(shop(), record="missing")
    price = VolatileSlot(SlotAddress.parse("#price:text"))
    files = []
    for name in ("open milk", "something else"):
        rule = StepRule("r", StepMatch(name=name), volatile=(price,))
        files.append(tmp_path / f"{name}.yaml")
        write_rule_file(RuleFile("com.example.app", steps=(rule,)), files[-1])
    dearer = changed("item", "$5.00", label(40, "$6.00", "com.example.app:id/price"))
    block = open_milk(shop(item=dearer), rules=files[0], timeout_s=2.0)
    assert block.report is not None
    assert block.report.ok
    with pytest.raises(TransitionError, match="STATE_MISMATCH"):
        open_milk(shop(item=dearer), rules=[files[1]], timeout_s=2.0)
    with pytest.raises(InputError, match=r"nowhere\.yaml"):
        open_milk(shop(), rules="nowhere.yaml")


def test_another_outcome_that_the_rules_allow_is_waited_for_no_longer_than_needed(tmp_path: Path) -> None:
    open_milk(shop(), record="missing")
    sold_out = Outcome("sold out", 0.2, facts=(Fact(Exists(Selector(text="Sold out"))),))
    rule = StepRule("r", StepMatch(name="open milk"), outcomes=(sold_out,))
    write_rule_file(RuleFile("com.example.app", steps=(rule,)), tmp_path / "rules.yaml")
    words = ("Sold out", "Come back later", "We are sorry", "Back to the list")
    device = shop(
        item=Screen(tuple(label(4 + 30 * n, text) for n, text in enumerate(words)), activity=".Item")
    )
    before_s = device.clock.now_s
    block = open_milk(device, rules=tmp_path / "rules.yaml", timeout_s=60.0)
    assert block.report is not None
    assert (block.report.verdict.verdict, block.report.verdict.outcome) == ("acceptable", "sold out")
    assert device.clock.now_s - before_s < 20.0


def test_a_devices_serial_is_in_no_verdict() -> None:
    open_milk(shop(), record="missing")
    device = shop()
    device.serial = "R58M-secret"
    with (
        pytest.raises(TransitionError) as caught,
        transition(device, "open milk", clock=device.clock, timeout_s=1.0),
    ):
        device.lose()
    assert "DEVICE_LOST" in str(caught.value)
    assert "secret" not in HEARD[-1].to_json() + str(caught.value)
