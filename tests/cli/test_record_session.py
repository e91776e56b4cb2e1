"""One session: when it ends, and what is withheld, by default and by options."""

from __future__ import annotations

from pathlib import Path

import pytest
from shop import shop

from gui_rec.capture.privacy.rules import to_texts
from gui_rec.cli._record_session import Listener, RecordOptions, mask_rules, record_session
from gui_rec.cli.main import run
from gui_rec.device import listing
from gui_rec.errors import ExitCode, InterruptedRunError
from gui_rec.model.geometry import Rect
from gui_rec.model.step import Step
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter
from gui_rec.testing.builders import TEXT_FIELD, Element
from gui_rec.testing.fake_device import FakeDevice, Screen

CODE = Element(Rect(4, 50, 104, 70), "", "a:id/code", class_name=TEXT_FIELD, password=True, focused=True)
SCRIPT = '{"type": "type", "text": "hunter2"}\n'
TAPS = '{"type": "tap", "x": 0.5, "y": 0.25}\n{"type": "tap", "x": 0.5, "y": 0.4}\n{"type": "finish"}\n'


def login() -> FakeDevice:
    return FakeDevice({"login": Screen((CODE,), activity=".Login")}, "login")


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeDevice:
    found = login()
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: found)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "script.jsonl").write_text(SCRIPT, encoding="utf-8")
    return found


def recorded(out: str, *words: str) -> int:
    return run(["record", "--source", "script", "--script", "script.jsonl", "-o", out, *words])


def test_passwords_are_withheld_and_it_is_said(
    device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    assert recorded("t.parquet") == ExitCode.OK
    printed = capsys.readouterr()
    assert "withheld before anything is stored: password fields" in printed.err
    assert "hunter2" not in printed.out + printed.err
    (episode,) = open_trajectories(Path("t.parquet")).episodes
    assert episode.info.mask_rules == ('{"rule":"password","v":1}',)


@pytest.mark.slow
def test_no_redact_keeps_them_and_says_so(device: FakeDevice, capsys: pytest.CaptureFixture[str]) -> None:
    assert recorded("t.parquet", "--no-redact") == ExitCode.OK
    assert "withheld before anything is stored: nothing" in capsys.readouterr().err
    assert run(["replay", "t.parquet"]) in (ExitCode.OK, ExitCode.MISMATCH)
    assert device.performed[-1] == device.performed[0]


def test_a_replay_without_the_text_is_refused_by_name(
    device: FakeDevice, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert recorded("t.parquet") == ExitCode.OK
    again = login()
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: again)
    assert run(["replay", "t.parquet"]) == ExitCode.USAGE
    assert "--set password=" in capsys.readouterr().err
    assert again.performed == []
    assert run(["replay", "t.parquet", "--set", "password=hunter2"]) == ExitCode.OK
    printed = capsys.readouterr()
    assert "hunter2" not in printed.out + printed.err
    assert run(["replay", "t.parquet", "--set", "pin=hunter2", "--set", "password=x"]) == ExitCode.USAGE
    assert "--set pin" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["hunter2"], ["=hunter2"], ["a b=hunter2"], ["a=x", "a=hunter2"]])
def test_a_set_that_is_none_is_refused_without_repeating_it(
    device: FakeDevice, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert recorded("t.parquet") == ExitCode.OK
    asked = [part for word in words for part in ("--set", word)]
    assert run(["replay", "t.parquet", *asked]) == ExitCode.USAGE
    assert "hunter2" not in capsys.readouterr().err


def test_rules_from_a_file_join_the_built_in_one(tmp_path: Path) -> None:
    (tmp_path / "r.yaml").write_text("patterns: {mail: '\\w+@\\w+'}", encoding="utf-8")
    rules = mask_rules(RecordOptions(redact=tmp_path / "r.yaml", redact_notifications=True))
    assert (rules.password, rules.notifications, [rule.name for rule in rules.patterns]) == (
        True,
        True,
        ["mail"],
    )
    assert not mask_rules(RecordOptions(redact=tmp_path / "r.yaml", no_redact=True)).password
    assert (
        to_texts(mask_rules(RecordOptions(redact_notifications=True)))[-1] == '{"rule":"notifications","v":1}'
    )


def test_a_faulty_file_is_told_before_anything_is_made(
    device: FakeDevice, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("r.yaml").write_text("faces: true", encoding="utf-8")
    assert recorded("t.parquet", "--redact", "r.yaml") == ExitCode.BAD_INPUT
    assert "r.yaml: 'faces'" in capsys.readouterr().err
    assert not Path("t.parquet").exists()


@pytest.mark.parametrize("words", [["--no-redact"], ["--redact", "r.yaml"], ["--redact-notifications"]])
def test_a_recording_that_is_gone_on_with_keeps_its_masks(
    device: FakeDevice, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert recorded("t.parquet", "--resume", *words) == ExitCode.USAGE
    assert f"{words[0]} cannot stand beside --resume" in capsys.readouterr().err


def test_a_recording_without_secrets_replays_without_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: shop())
    (tmp_path / "script.jsonl").write_text('{"type": "tap", "x": 0.5, "y": 0.25}\n', encoding="utf-8")
    assert recorded("t.parquet") == ExitCode.OK
    assert run(["replay", "t.parquet"]) == ExitCode.OK


def test_it_stops_when_asked_and_keeps_what_is_done(tmp_path: Path) -> None:
    device, script = shop(), tmp_path / "taps.jsonl"
    script.write_text(TAPS, encoding="utf-8")
    done: list[Step] = []
    options = RecordOptions(source="script", script=script)
    summary = record_session(
        device,
        tmp_path / "t.parquet",
        options,
        Listener(done.append, lambda: None),
        stop=lambda: len(done) == 1,
        clock=device.clock,
    )
    assert (summary.steps, summary.stopped) == (1, True)
    end = open_trajectories(summary.path).episodes[0].end
    assert end is not None
    assert end.reason == "stopped"


@pytest.mark.parametrize("kept", [0, 1])
def test_what_nobody_asked_to_end_stays_open(tmp_path: Path, kept: int) -> None:
    device, script = shop(), tmp_path / "taps.jsonl"
    script.write_text(TAPS, encoding="utf-8")
    done: list[Step] = []
    options = RecordOptions(source="script", script=script)
    with pytest.raises(InterruptedRunError, match=rf"stays open with its {kept} step\(s\), and --resume"):
        record_session(
            device,
            tmp_path / "run",
            options,
            Listener(done.append, lambda: None),
            stop=lambda: len(done) == kept,
            abandoned=lambda: True,
            clock=device.clock,
        )
    if kept:
        again = RecordingWriter.resume(tmp_path / "run")
        assert again.next_index == kept
        again.close()
    else:
        assert not (tmp_path / "run").exists()


def test_it_ends_after_so_many_steps(tmp_path: Path) -> None:
    device, script = shop(), tmp_path / "taps.jsonl"
    script.write_text(TAPS, encoding="utf-8")
    options = RecordOptions(source="script", script=script, max_steps=2)
    summary = record_session(
        device,
        tmp_path / "t.parquet",
        options,
        Listener(lambda _: None, lambda: None),
        stop=lambda: False,
        clock=device.clock,
    )
    end = open_trajectories(summary.path).episodes[0].end
    assert end is not None
    assert (summary.steps, end.reason) == (2, "max_steps")


def test_named_facts_are_answered_on_every_screen_as_it_is_stored(device: FakeDevice, tmp_path: Path) -> None:
    facts = 'code: {selector: {resourceId: "a:id/code"}}\nfields: {selector: {resourceId: "a:id/code"}, as: count}\n'
    (tmp_path / "facts.yaml").write_text(facts, encoding="utf-8")
    assert recorded("t.parquet", "--facts", "facts.yaml") == ExitCode.OK
    (step,) = open_trajectories(tmp_path / "t.parquet").steps()
    named = dict(step.post.facts.named)
    assert named["fields"] == "1"
    assert "hunter2" not in str(named["code"])
    assert device.performed


def test_a_file_of_facts_that_is_wrong_is_named(
    device: FakeDevice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "facts.yaml").write_text("code: {selector: {id: x}}\n", encoding="utf-8")
    assert recorded("t.parquet", "--facts", "facts.yaml") == ExitCode.BAD_INPUT
    assert "facts.yaml: facts.code.selector.id: no such key" in capsys.readouterr().err
    assert device.performed == []
