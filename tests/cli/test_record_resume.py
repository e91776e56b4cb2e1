"""What may be said again beside `--resume`, and what not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from trajectories import an_episode

from gui_rec.capture.privacy.rules import to_texts
from gui_rec.cli._record_resume import refuse_beside_resume
from gui_rec.cli._record_session import RecordOptions, mask_rules
from gui_rec.errors import UsageError
from gui_rec.model.episode import DeviceInfo
from gui_rec.store.recording import RecordingWriter

RULES = "patterns: {mail: '[a-z]+@[a-z]+'}\n"
SAID = RecordOptions(
    goal="Write to ana@example", task_id="t1", annotator="ana", keep_serial=True, resume=True
)


@pytest.fixture
def cut_off(tmp_path: Path) -> Path:
    """A recording that began with SAID, with RULES, and with the serial kept, and was cut off."""
    rules = tmp_path / "r.yaml"
    rules.write_text(RULES, encoding="utf-8")
    began = replace(
        an_episode(),
        goal="Write to [masked]",
        task_id="t1",
        annotator="ana",
        device=DeviceInfo(serial_id="emulator-1"),
        mask_rules=to_texts(mask_rules(RecordOptions(redact=rules))),
    )
    RecordingWriter.create(tmp_path / "rec", began).close()
    return tmp_path / "rec"


def ask(
    target: Path | None,
    options: RecordOptions,
    *,
    has_tasks: bool = False,
    is_farm: bool = False,
    serial: str | None = "emulator-1",
) -> None:
    refuse_beside_resume(options, target, has_tasks=has_tasks, is_farm=is_farm, serial=serial)


def test_the_line_that_began_it_goes_on_with_it(cut_off: Path) -> None:
    options = replace(SAID, redact=cut_off.with_name("r.yaml"))
    ask(cut_off, options)
    with pytest.raises(UsageError, match="--goal cannot stand beside --resume unless"):
        ask(cut_off.with_name("nothing"), options)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        (RecordOptions(goal="Write to bob at home"), "--goal"),
        (RecordOptions(goal=""), "--goal"),
        (RecordOptions(task_id="t2"), "--task-id"),
        (RecordOptions(annotator="bob"), "--annotator"),
        (RecordOptions(no_redact=True), "--no-redact"),
        (RecordOptions(redact_notifications=True), "--redact-notifications"),
    ],
)
def test_what_says_something_else_is_refused(cut_off: Path, options: RecordOptions, name: str) -> None:
    with pytest.raises(UsageError, match=f"{name} cannot stand beside --resume unless"):
        ask(cut_off, options)


def test_other_rules_are_refused(cut_off: Path) -> None:
    rules = cut_off.with_name("r.yaml")
    rules.write_text(RULES.replace("mail", "post"), encoding="utf-8")
    with pytest.raises(UsageError, match="--redact cannot stand beside --resume"):
        ask(cut_off, RecordOptions(redact=rules))


@pytest.mark.parametrize("serial", [None, "emulator-2"])
def test_a_serial_is_kept_only_where_it_was(cut_off: Path, serial: str | None) -> None:
    with pytest.raises(UsageError, match="--keep-serial cannot stand"):
        ask(cut_off, RecordOptions(keep_serial=True), serial=serial)


def test_a_farm_leaves_it_to_each_of_its_sessions(tmp_path: Path) -> None:
    ask(tmp_path, RecordOptions(goal="Buy a lamp"), is_farm=True)
    with pytest.raises(UsageError, match="--force cannot stand"):
        ask(tmp_path, RecordOptions(force=True), is_farm=True)
    with pytest.raises(UsageError, match="--resume needs -o PATH"):
        ask(None, RecordOptions(), is_farm=True)


def test_the_episodes_of_tasks_begin_anew_each(cut_off: Path) -> None:
    ask(cut_off, RecordOptions(annotator="bob", no_redact=True), has_tasks=True)
    with pytest.raises(UsageError, match="--goal cannot stand"):
        ask(cut_off, RecordOptions(goal="another"), has_tasks=True)
