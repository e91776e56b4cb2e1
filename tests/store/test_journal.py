"""A journal line is whole or was never acknowledged."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from trajectories import a_look, a_step, an_episode

from gui_rec.errors import StoreError
from gui_rec.model.actions import Wait
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.store import durable
from gui_rec.store.journal import STEPS_FILE, Journal, blob_name, full_rows, read_journal
from gui_rec.store.rows import from_row, to_row


def row(index: int) -> dict[str, object]:
    return to_row(a_step(index), an_episode())


def a_journal(folder: Path, steps: int) -> Journal:
    journal = Journal.create(folder, an_episode())
    for index in range(steps):
        journal.append(row(index))
    return journal


def test_what_was_appended_is_read_back_whole(tmp_path: Path) -> None:
    a_journal(tmp_path / "j", 3).close()
    state = read_journal(tmp_path / "j")
    assert state.info == an_episode()
    assert [from_row(item) for item in full_rows(tmp_path / "j", state)] == [a_step(n) for n in range(3)]
    assert not state.torn


def test_equal_screens_are_kept_once(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "j", an_episode())
    journal.append(to_row(a_step(0, pre=a_look(1), post=a_look(1)), an_episode()))
    journal.append(to_row(a_step(1, pre=a_look(1), post=a_look(1)), an_episode()))
    journal.close()
    assert sorted(path.suffix for path in (tmp_path / "j").iterdir()) == [
        "",
        ".json",
        ".jsonl",
        ".png",
        ".xml",
    ]


def test_pictures_are_named_by_content_and_kind() -> None:
    assert blob_name("pre_screenshot", b"\x89PNG\r\n\x1a\nrest").endswith(".png")
    assert blob_name("pre_screenshot", b"\xff\xd8\xff").endswith(".image")
    assert blob_name("post_ui_xml", b"<a/>") == blob_name("pre_ui_xml", b"<a/>")


def test_a_tail_torn_at_any_byte_costs_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "j", an_episode())
    for index in range(2):
        journal.append(to_row(Step(index, Observation(), Wait(), Observation()), EpisodeInfo("01E", "api")))
    journal.close()
    path = tmp_path / "j" / STEPS_FILE
    whole = path.read_bytes()
    second = whole.index(b"\n") + 1
    for cut in range(second, len(whole) + 1):
        path.write_bytes(whole[:cut])
        state = read_journal(tmp_path / "j")
        assert state.steps == (2 if cut == len(whole) else 1), cut
        assert state.torn is (second < cut < len(whole)), cut
        assert state.whole_bytes == (len(whole) if cut == len(whole) else second), cut


def test_a_tail_of_zeros_after_a_power_cut_is_an_unfinished_line(tmp_path: Path) -> None:
    a_journal(tmp_path / "j", 1).close()
    path = tmp_path / "j" / STEPS_FILE
    with path.open("ab") as stream:
        stream.write(bytes(40) + b"\n")
    state = read_journal(tmp_path / "j")
    assert (state.steps, state.torn) == (1, True)


def test_going_on_after_a_torn_tail_joins_no_lines(tmp_path: Path) -> None:
    a_journal(tmp_path / "j", 2).close()
    path = tmp_path / "j" / STEPS_FILE
    path.write_bytes(path.read_bytes()[:-5])
    journal = Journal.open(tmp_path / "j")
    assert journal.state.steps == 1
    journal.append(row(1))
    journal.close()
    state = read_journal(tmp_path / "j")
    assert (state.steps, state.torn) == (2, False)


def test_a_damaged_line_in_the_middle_is_named(tmp_path: Path) -> None:
    a_journal(tmp_path / "j", 3).close()
    path = tmp_path / "j" / STEPS_FILE
    lines = path.read_bytes().split(b"\n")
    lines[1] = b"#" + lines[1]
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(StoreError, match="line 2 is damaged"):
        read_journal(tmp_path / "j")


def test_a_gap_in_the_lines_is_named(tmp_path: Path) -> None:
    a_journal(tmp_path / "j", 3).close()
    path = tmp_path / "j" / STEPS_FILE
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([lines[0], *lines[2:]]))
    with pytest.raises(StoreError, match="line 2: expected step 1, got 2"):
        read_journal(tmp_path / "j")


def test_a_line_of_a_newer_kind_is_not_passed_over(tmp_path: Path) -> None:
    a_journal(tmp_path / "j", 1).close()
    with (tmp_path / "j" / STEPS_FILE).open("a") as stream:
        stream.write('{"hint":1}\n')
    with pytest.raises(StoreError, match="unknown record 'hint'"):
        read_journal(tmp_path / "j")


def test_a_newer_journal_is_refused(tmp_path: Path) -> None:
    a_journal(tmp_path / "j", 1).close()
    head = tmp_path / "j" / "episode.json"
    head.write_text(json.dumps({**json.loads(head.read_text()), "store_version": 3}))
    with pytest.raises(StoreError, match="upgrade gui-rec"):
        read_journal(tmp_path / "j")


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"store_version": "x"}'])
def test_a_head_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    a_journal(tmp_path / "j", 1).close()
    (tmp_path / "j" / "episode.json").write_text(text)
    with pytest.raises(StoreError, match="not the head of a journal"):
        Journal.open(tmp_path / "j")


def test_a_damaged_or_lost_picture_is_named(tmp_path: Path) -> None:
    a_journal(tmp_path / "j", 1).close()
    state = read_journal(tmp_path / "j")
    name = blob_name("pre_screenshot", a_look(0).screenshot or b"")
    (tmp_path / "j" / name).write_bytes(b"other")
    with pytest.raises(StoreError, match="the content is not what its name says"):
        list(full_rows(tmp_path / "j", state))
    (tmp_path / "j" / name).unlink()
    with pytest.raises(StoreError, match="a file of the journal is missing"):
        list(full_rows(tmp_path / "j", state))


def test_steps_that_went_away_meanwhile_are_missed(tmp_path: Path) -> None:
    a_journal(tmp_path / "j", 3).close()
    state = read_journal(tmp_path / "j")
    path = tmp_path / "j" / STEPS_FILE
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    with pytest.raises(StoreError, match="expected 3 steps, 1 are gone"):
        list(full_rows(tmp_path / "j", state))


def test_a_blob_name_cannot_leave_the_journal(tmp_path: Path) -> None:
    a_journal(tmp_path / "j", 1).close()
    state = read_journal(tmp_path / "j")
    (tmp_path / "secret.png").write_bytes(b"secret")
    path = tmp_path / "j" / STEPS_FILE
    record = json.loads(path.read_bytes())
    record["step"]["pre_screenshot"] = {"file": "../secret.png"}
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    with pytest.raises(StoreError, match=r"j/secret\.png"):
        list(full_rows(tmp_path / "j", state))


def test_marks_and_the_end_are_read_back(tmp_path: Path) -> None:
    journal = a_journal(tmp_path / "j", 2)
    journal.withdraw(1)
    journal.end(EpisodeEnd(EndReason.MAX_STEPS, 7, "enough", "failure"))
    journal.close()
    state = read_journal(tmp_path / "j")
    assert state.withdrawn == {1}
    assert state.end == EpisodeEnd(EndReason.MAX_STEPS, 7, "enough", "failure")
    assert [item["withdrawn"] for item in full_rows(tmp_path / "j", state)] == [False, True]


def test_a_step_after_an_end_opens_the_episode_again(tmp_path: Path) -> None:
    journal = a_journal(tmp_path / "j", 1)
    journal.end(EpisodeEnd(EndReason.DISK_FULL))
    journal.append(row(1))
    assert journal.state.end is None
    journal.close()
    assert read_journal(tmp_path / "j").end is None


def test_a_closed_journal_takes_nothing_and_closes_twice(tmp_path: Path) -> None:
    journal = a_journal(tmp_path / "j", 1)
    journal.close()
    journal.close()
    with pytest.raises(StoreError, match="the journal is closed"):
        journal.append(row(1))


def test_removing_leaves_no_trace(tmp_path: Path) -> None:
    journal = a_journal(tmp_path / "j", 1)
    journal.remove()
    assert list(tmp_path.iterdir()) == []


def test_no_journal_is_opened_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no journal of an unfinished recording"):
        Journal.open(tmp_path)


def test_two_beginnings_at_one_place_do_not_mix(tmp_path: Path) -> None:
    a_journal(tmp_path / "j", 2).close()
    with pytest.raises(StoreError, match="another recording began here"):
        Journal.create(tmp_path / "j", an_episode("01OTHER"))
    assert read_journal(tmp_path / "j").steps == 2


@pytest.mark.parametrize("moment", ["write", "sync", "note"])
def test_an_interrupt_in_a_line_leaves_neither_half_a_line_nor_a_line_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    journal = a_journal(tmp_path / "j", 1)
    write = os.write

    def half(descriptor: int, data: memoryview) -> int:
        write(descriptor, bytes(data)[:40])
        raise KeyboardInterrupt

    def interrupted(_descriptor: int) -> None:
        raise KeyboardInterrupt

    def append_interrupted() -> None:
        with journal._line({"step": {"step_index": 1}}):
            journal.state.steps += 1
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        if moment == "write":
            patched.setattr(os, "write", half)
        elif moment == "sync":
            patched.setattr(durable, "sync_file", interrupted)
        with pytest.raises(KeyboardInterrupt):
            append_interrupted()
    assert journal.state.steps == 1
    journal.append(row(1))
    journal.close()
    state = read_journal(tmp_path / "j")
    assert (state.steps, state.torn) == (2, False)
