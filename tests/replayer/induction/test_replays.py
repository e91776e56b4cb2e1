from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from shop import BUY, SHOP, changed, label, record_shop, shop

from gui_rec.errors import InputError
from gui_rec.model.episode import Outcome
from gui_rec.model.flags import EndReason
from gui_rec.recorder.session import Recorder
from gui_rec.replayer.config import OnMismatch, ReplayConfig
from gui_rec.replayer.induction.replays import Attempt, attempt, learn_from
from gui_rec.replayer.plan import ReplayPlan, plan_replay
from gui_rec.replayer.session import replay
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.fake_device import FakeDevice, Screen

NOTE = "com.example.app:id/note"
PRICE = "com.example.app:id/price"
GO_ON = ReplayConfig(on_mismatch=OnMismatch.CONTINUE, timeout_s=1.0, write_verdicts=False)


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    return record_shop(tmp_path / "buy")


def plan_of(recording: Path) -> ReplayPlan:
    return plan_replay(open_trajectories(recording), GO_ON)


def replayed(recording: Path, number: int, device: FakeDevice) -> Attempt:
    folder = recording.parent / f"run_{number}"
    report = replay(recording, device, replace(GO_ON, report_dir=folder), clock=device.clock)
    return attempt(number, plan_of(recording), report, folder)


def saying(note: str, price: str = "$5.00") -> FakeDevice:
    return shop(
        list=changed("list", "Two things on sale", label(100, note, NOTE)),
        item=changed("item", "$5.00", label(40, price, PRICE)),
    )


def test_a_text_that_varies_is_learnt_though_the_replays_failed_by_it(recording: Path) -> None:
    attempts = [replayed(recording, number, saying(f"{number} things on sale")) for number in (3, 4, 5)]
    assert [each.why_not for each in attempts] == [None, None, None]
    assert not attempts[0].report.ok
    found = learn_from(recording, plan_of(recording), attempts)
    assert found.runs == ("the recording", "replay 3", "replay 4", "replay 5")
    slots = {str(slot.address) for rule in found.rules.steps for slot in rule.volatile}
    assert slots == {"/TextView#note:text"}
    device = saying("9 things on sale")
    report = replay(recording, device, replace(GO_ON, rules=(found.rules,)), clock=device.clock)
    assert report.ok, list(report.failures())
    wrong = saying("9 things on sale", price="$6.00")
    report = replay(recording, wrong, replace(GO_ON, rules=(found.rules,)), clock=wrong.clock)
    assert not report.ok


def test_what_every_replay_says_alike_is_left_for_a_person(recording: Path) -> None:
    attempts = [
        replayed(recording, number, saying(f"{number} things on sale", "$6.00")) for number in (3, 4, 5)
    ]
    found = learn_from(recording, plan_of(recording), attempts)
    slots = {str(slot.address) for rule in found.rules.steps for slot in rule.volatile}
    assert not any("price" in slot for slot in slots)
    unexplained = {str(f.address) for step in found.steps if step.learnt for f in step.learnt.unexplained}
    assert "/TextView#price:text" in unexplained


@pytest.mark.parametrize(
    ("screens", "told"),
    [
        ({"item": SHOP["crash"]}, "step 0: CRASH_DIALOG"),
        ({"item": changed("item", "Milk", label(4, "", "com.example.app:id/title"))}, None),
        (
            {"item": Screen(SHOP["item"].elements[:1] + SHOP["item"].elements[2:], activity=".Item")},
            "step 0: STATE_MISMATCH",
        ),
    ],
)
def test_a_run_that_failed_in_more_than_words_is_not_learnt_from(
    recording: Path, screens: dict[str, Screen], told: str | None
) -> None:
    found = replayed(recording, 1, shop(None, **screens))
    if told is None:
        assert found.why_not is None
    else:
        assert found.why_not is not None
        assert found.why_not.startswith((told, "it ended"))
    assert found.as_record()["learnt_from"] is (told is None)


def test_too_few_runs_write_nothing(recording: Path) -> None:
    bad = [replayed(recording, number, shop(item=SHOP["crash"])) for number in (1, 2)]
    with pytest.raises(InputError, match="0 of 2 replays can be learnt from, two are the least"):
        learn_from(recording, plan_of(recording), bad)


def test_a_recording_that_failed_teaches_nothing(tmp_path: Path) -> None:
    device = shop()
    with Recorder(device, tmp_path / "failed", goal="Buy", clock=device.clock) as recorder:
        for action in BUY:
            recorder.do(action)
        recorder.finish(EndReason.FINISHED, outcome=Outcome.FAILURE)
    with pytest.raises(
        InputError, match="expected a successful run to learn from, but its outcome is failure"
    ):
        learn_from(tmp_path / "failed", plan_of(tmp_path / "failed"), [])
