"""What a session must not keep is nowhere in what it writes: not in the journal, not in the recording."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from secrets_in_files import leaks

from gui_rec.capture.privacy.rules import AppRule, MaskRules, PatternRule, SelectorRule
from gui_rec.errors import TextUnsupportedError, UsageError
from gui_rec.model.actions import Note, OpenApp, Tap, Type
from gui_rec.model.episode import Expectation
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Window
from gui_rec.model.selector import Selector
from gui_rec.recorder import Recorder, RecorderConfig
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.session import replay
from gui_rec.store.index import read_index
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.builders import SIZE, TEXT_FIELD, Element, picture_of, png
from gui_rec.testing.fake_device import FakeDevice, Screen
from gui_rec.vision.png import decode

INK = (11, 222, 33)
SECRET = 'hunter2 & "co"'
NAME = Element(Rect(4, 20, 104, 40), "", "com.example.app:id/name", class_name=TEXT_FIELD)
CODE = Element(Rect(4, 50, 104, 70), "", "com.example.app:id/code", class_name=TEXT_FIELD, password=True)
ENTER = Element(Rect(4, 80, 104, 100), "Enter", "com.example.app:id/enter", goes_to="home")
TAP_NAME, TAP_CODE, TAP_ENTER = Tap(0.5, 30 / 240), Tap(0.5, 60 / 240), Tap(0.5, 90 / 240)


class InkyDevice(FakeDevice):
    """Draws every place that shows a secret in `INK`, and the keyboard while it is up."""

    def screenshot(self) -> bytes:
        plain = FakeDevice.screenshot(self)
        shown = [e.bounds for e in self._elements() if self.secret in (e.text, e.content_desc) or e.password]
        if self.keyboard_shown():
            shown.append(Rect(0, 180, 108, 240))
        image = decode(plain).convert("RGB")
        for rect in shown:
            image.paste(INK, rect.as_tuple())
        out = io.BytesIO()
        image.save(out, "PNG")
        return out.getvalue()

    secret = SECRET


def device(*more: Element, secret: str = SECRET, home: tuple[Element, ...] = ()) -> FakeDevice:
    ime = Window("com.ime", "InputMethod", Rect(0, 180, 108, 240), "INPUT_METHOD")
    login = Screen((NAME, CODE, ENTER, *more), activity=".Login", windows=(ime,))
    made = InkyDevice(
        {"login": login, "home": Screen((label("Welcome", 20), *home), activity=".Home")}, "login",
        serial="R58M12345X",
    )  # fmt: skip
    made.secret = secret
    return made


def label(text: str, top: int) -> Element:
    kind = "android.widget.TextView"
    return Element(Rect(4, top, 104, top + 10), text, class_name=kind, clickable=False)


def log_in(
    shown: FakeDevice, out: Path, secret: str = SECRET, masks: MaskRules | None = None, *, end: bool = True
) -> Path:
    config = RecorderConfig(masks=MaskRules() if masks is None else masks)
    recorder = Recorder(shown, out, clock=shown.clock, config=config, goal=f"Log in with {secret}")
    with recorder:
        recorder.do(TAP_CODE, thought=f"I shall type {secret}", raw=f"click(); write({secret!r})")
        recorder.do(Note(f"it is {secret}"))
        recorder.do(
            Type(secret),
            raw=f"write({secret!r})",
            thought=f"The password is {secret}.",
            operation=f"Enter {secret}",
            claimed=f"{secret} is in",
        )
        assert leaks(out.parent, secret, INK) == []  # the journal of a session that is killed here
        recorder.do(TAP_ENTER, thought=f"{secret} was right")
        recorder.do(Note(f"remember {secret}"))
        probe = Expectation("whoami", SECRET, secret, True)
        if end:
            recorder.finish("success", f"in with {secret}", expectations=(probe,))
    return out


def test_a_password_is_in_no_byte_of_journal_recording_and_index(tmp_path: Path) -> None:
    out = log_in(device(), tmp_path / "run")
    assert leaks(tmp_path, SECRET, INK) == []
    assert leaks(tmp_path, "R58M12345X") == []
    steps = list(open_trajectories(out).steps())
    assert [step.action for step in steps[1:3]] == [Note("it is ${password}"), Type("${password}")]
    assert [step.post.masked for step in steps] == [2, 2, 2, 0, 0]
    assert (steps[0].thought, steps[3].thought) == ("I shall type ${password}", "${password} was right")
    assert open_trajectories(out).episodes[0].info.goal == "Log in with ${password}"
    assert Flag.MASKED in steps[1].flags
    (row,) = read_index(out)
    assert (row["masked_steps"], row["mask_rules"]) == (5, ['{"rule":"password","v":1}'])
    assert row["masked_regions"] == 1 + 2 + 2 + 2 + 2 + 2 + 2


def test_no_redact_is_said_explicitly_and_keeps_it(tmp_path: Path) -> None:
    shown = device()
    with Recorder(
        shown, tmp_path / "run", clock=shown.clock, config=RecorderConfig(masks=MaskRules.none())
    ) as recorder:
        recorder.do(TAP_CODE)
        step = recorder.do(Type("hunter2"))
    assert step.action == Type("hunter2")
    assert step.post.masked is None
    assert leaks(tmp_path, "hunter2") != []
    assert open_trajectories(tmp_path / "run").episodes[0].info.mask_rules == ()


SECRETS = st.text(st.sampled_from("aZ9&<\"'\\%é字😀/ "), min_size=6, max_size=12).map(
    lambda word: f"x{word}y"
)


@pytest.mark.slow
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(SECRETS)
def test_any_secret_in_any_place_is_nowhere_in_what_is_written(
    tmp_path_factory: pytest.TempPathFactory, secret: str
) -> None:
    folder = tmp_path_factory.mktemp("any")
    shown = device(secret=secret, home=(label(f"{secret}", 60), label("after", 90)))
    shown.carries_unicode = True
    log_in(shown, folder / "run", secret)
    assert leaks(folder, secret, INK) == []


def test_patterns_selectors_and_apps(tmp_path: Path) -> None:
    mail, sum_ = "ada@example.org", "1,234.56"
    rules = MaskRules(
        patterns=(PatternRule("email", r"[\w.+-]+@[\w-]+\.\w+"),),
        selectors=(SelectorRule("sum", Selector(resource_id="com.example.app:id/sum")),),
        apps=(AppRule.of("com.bank", keep_name=False),),
    )
    total = replace(label(sum_, 110), resource_id="com.example.app:id/sum")
    bank = Screen(
        (label("Account 77", 20),), package="com.bank", activity="com.bank.Main", picture=png(colour=INK)
    )
    login = Screen((NAME, label(mail, 140), total), activity=".Login")
    shown = FakeDevice({"login": login, "bank": bank}, "login")
    out = tmp_path / "run"
    with Recorder(
        shown, out, clock=shown.clock, config=RecorderConfig(masks=rules), goal=f"Write to {mail}"
    ) as recorder:
        recorder.do(TAP_NAME, thought=f"You have {sum_}")
        recorder.do(Type(mail), raw=f"write({mail})")
        recorder.do(OpenApp(package="com.bank"), raw="open com.bank")
        hidden = recorder.do(Tap(0.5, 0.5))
    for secret in (mail, sum_, "com.bank", "Account 77"):
        assert leaks(tmp_path, secret, INK if secret == "Account 77" else None) == []
    steps = list(open_trajectories(out).steps())
    assert [step.action for step in steps[1:3]] == [Type("${email}"), OpenApp(package="${app}")]
    assert (hidden.pre.package, hidden.pre.screenshot, hidden.target_missing) == (
        "masked.app",
        None,
        MissingReason.MASKED,
    )
    assert open_trajectories(out).episodes[0].info.goal == "Write to [masked]"


def test_a_dump_that_fails_on_a_login_page_leaves_no_picture(tmp_path: Path) -> None:
    from gui_rec.errors import CaptureError

    shown = device()
    with Recorder(shown, tmp_path / "run", clock=shown.clock) as recorder:
        recorder.do(TAP_CODE)
        shown.fail_next("hierarchy", CaptureError("dump_killed", "Killed"), times=200)
        step = recorder.do(Type(SECRET))
    assert step.post.screenshot is None
    assert MissingReason.MASKED in [item.reason for item in step.post.missing]
    assert step.action == Type("${password}")
    assert leaks(tmp_path, SECRET, INK) == []


def test_a_text_that_cannot_be_entered_is_not_spelled_in_the_error(tmp_path: Path) -> None:
    shown = device()
    with Recorder(shown, tmp_path / "run", clock=shown.clock) as recorder:
        recorder.do(TAP_CODE)
        with pytest.raises(TextUnsupportedError) as caught:
            recorder.do(Type("pässwörd"))
        recorder.do(TAP_ENTER)
    assert "ä" not in str(caught.value)


def test_a_session_that_is_gone_on_with_keeps_its_masks(tmp_path: Path) -> None:
    shown, out = device(), tmp_path / "run"
    killed = Recorder(shown, out, clock=shown.clock).__enter__()
    killed.do(TAP_CODE)
    killed.do(Type(SECRET))
    killed._open.close()  # as if the process had been killed
    config = RecorderConfig(masks=MaskRules.none())
    with Recorder(shown, out, clock=shown.clock, resume=True, config=config) as recorder:
        recorder.do(Type(SECRET))
    assert leaks(tmp_path, SECRET, INK) == []
    assert [step.action for step in open_trajectories(out).steps()][1:] == [
        Type("${password}"),
        Type("${password_2}"),
    ]


def test_the_first_slot_after_a_resume_has_the_plain_name(tmp_path: Path) -> None:
    shown, out = device(), tmp_path / "run"
    killed = Recorder(shown, out, clock=shown.clock).__enter__()
    killed.do(TAP_CODE)
    killed._open.close()  # as if the process had been killed
    with Recorder(shown, out, clock=shown.clock, resume=True) as recorder:
        assert recorder.do(Type(SECRET)).action == Type("${password}")


def test_a_replay_fills_the_slot_and_stays_masked(tmp_path: Path) -> None:
    out = log_in(device(), tmp_path / "recorded" / "run")
    with pytest.raises(UsageError, match="--set password="):
        replay(out, device(), clock=device().clock)
    again = device(secret="another one")
    config = ReplayConfig(report_dir=tmp_path / "report", values=(("password", "another one"),))
    report = replay(out, again, config, clock=again.clock)
    assert report.ok, list(report.failures())
    assert Type("another one") in again.performed
    for folder in (tmp_path / "report", tmp_path / "recorded"):
        assert leaks(folder, "another one", INK) == []
        assert leaks(folder, "R58M12345X") == []
    replayed = list(open_trajectories(tmp_path / "report" / "run").steps())
    assert replayed[2].action == Type("${password}")
    assert Flag.MASKED in replayed[2].flags


def test_a_refused_replay_sends_nothing(tmp_path: Path) -> None:
    out = log_in(device(), tmp_path / "run")
    shown = device()
    with pytest.raises(UsageError, match=r"step 2 \(type\)"):
        replay(out, shown, ReplayConfig(report_dir=tmp_path / "report"), clock=shown.clock)
    assert (shown.performed, dict(shown.calls)) == ([], {})
    assert not (tmp_path / "report").exists()


def test_a_withheld_app_is_compared_by_its_package(tmp_path: Path) -> None:
    rules = MaskRules(apps=(AppRule.of("com.example.bank", keep_name=True),))
    bank = Screen((label("12", 20),), package="com.example.bank", activity="com.example.bank.Main")
    screens = {"login": Screen((NAME,), activity=".Login"), "bank": bank}
    shown = FakeDevice(screens, "login")
    with Recorder(shown, tmp_path / "run", clock=shown.clock, config=RecorderConfig(masks=rules)) as recorder:
        recorder.do(OpenApp(package="com.example.bank"))
    richer = FakeDevice({**screens, "bank": replace(bank, elements=(label("99", 20),))}, "login")
    report = replay(tmp_path / "run", richer, clock=richer.clock)
    assert report.ok, list(report.failures())
    assert "WITHHELD" in report.steps[0].verdict.detail
    elsewhere = FakeDevice({**screens, "bank": replace(bank, package="com.example.bank2")}, "login")
    elsewhere.screens = {**elsewhere.screens, "bank": replace(bank, package="com.other")}
    assert not replay(tmp_path / "run", elsewhere, clock=elsewhere.clock).ok


def test_pictures_are_the_devices_own_where_nothing_was_masked(tmp_path: Path) -> None:
    shown = FakeDevice({"login": Screen((NAME,), activity=".Login")}, "login")
    with Recorder(shown, tmp_path / "run", clock=shown.clock) as recorder:
        step = recorder.do(Tap(0.5, 0.9))
    assert step.pre.screenshot == picture_of((NAME,), SIZE)
    assert (step.pre.masked, step.flags) == (0, ())
