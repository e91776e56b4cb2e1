from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trajectories import an_episode

from gui_rec.device.restore import WHOLE, RestoreStep
from gui_rec.errors import InputError
from gui_rec.model.episode import EpisodeEnd
from gui_rec.model.flags import EndReason
from gui_rec.recorder import tasks as tasks_module
from gui_rec.recorder.expect import AppProbe
from gui_rec.recorder.tasks import Progress, Task, progress_of, read_tasks
from gui_rec.store.catalog import EpisodeRecord

LAMP = {"id": "lamp", "goal": "Buy a lamp"}


def written(folder: Path, *lines: object) -> Path:
    path = folder / "tasks.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    path.write_text("\n".join(texts), encoding="utf-8")
    return path


def test_the_lines_of_the_documentation_are_tasks(tmp_path: Path) -> None:
    lines = [line.strip() for line in (tasks_module.__doc__ or "").splitlines() if line.startswith("    {")]
    assert read_tasks(written(tmp_path, *lines, "")) == (
        Task("lamp", "Buy a lamp", "Shop", 3, WHOLE),
        Task(
            "dark",
            "Switch the dark theme on",
            "com.android.settings",
            1,
            (RestoreStep.FORCE_STOP, RestoreStep.LAUNCH),
        ),
    )


def test_without_an_app_nothing_is_restored(tmp_path: Path) -> None:
    (task,) = read_tasks(written(tmp_path, {**LAMP, "restore": []}))
    assert (task.app, task.restore, task.quota) == (None, (), 1)


def test_expectations_stand_in_the_line_or_in_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "e.yaml").write_text("- {package: a.b}\n", encoding="utf-8")
    lines = [{**LAMP, "expect": [{"package": "a.b"}]}, {**LAMP, "id": "x", "expect": "e.yaml", "script": "s"}]
    first, second = read_tasks(written(tmp_path, *lines))
    assert first.probes == second.probes == (AppProbe("a.b"),)
    assert second.script == tmp_path / "s"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "does not parse"),
        ("[]", "expected a task as a JSON object"),
        ("{}", "id: expected a text, got None"),
        ({"id": "a"}, "goal: expected a text"),
        ({"id": " ", "goal": "x"}, "id: expected a text"),
        ({"id": 3, "goal": "x"}, "id: expected a text, got 3"),
        ({**LAMP, "colour": 1}, "colour: no such key; a task has id, goal"),
        ({**LAMP, "quota": 0}, "quota: expected a whole number 1..100000, got 0"),
        ({**LAMP, "quota": True}, "quota"),
        ({**LAMP, "quota": "3"}, "quota"),
        ({**LAMP, "restore": ["launch"]}, "restore: expected an app beside it"),
        (
            {**LAMP, "app": "Shop", "restore": ["reboot"]},
            "restore: expected a list of force_stop, clear, launch",
        ),
        ({**LAMP, "app": "Shop", "restore": ["clear", "clear"]}, "restore"),
        ({**LAMP, "app": "Shop", "restore": [[]]}, "restore"),
        ({**LAMP, "app": None}, "app: expected a text"),
        ({**LAMP, "expect": [{"colour": 1}]}, "expect: item 1"),
        ({**LAMP, "expect": "missing.yaml"}, "missing.yaml: cannot be read"),
        ('{"id": "a", "id": "b", "goal": "x"}', "id: stands twice"),
        ('{"id": "\\ud800", "goal": "x"}', "lone surrogate"),
    ],
)
def test_a_faulty_line_is_named(tmp_path: Path, line: object, said: str) -> None:
    path = written(tmp_path, {"id": "good", "goal": "x"}, line)
    with pytest.raises(InputError) as caught:
        read_tasks(path)
    assert said in str(caught.value)
    assert str(caught.value).startswith(f"{path}:2: ")
    assert str(caught.value).count(f"{path}:2") == 1


def test_a_file_without_tasks_and_one_task_twice(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected at least one task"):
        read_tasks(written(tmp_path, "", " "))
    with pytest.raises(InputError, match=r"tasks\.jsonl:3: id: 'lamp' stands twice"):
        read_tasks(written(tmp_path, LAMP, "", LAMP))
    with pytest.raises(InputError, match="cannot be read"):
        read_tasks(tmp_path / "missing")
    (tmp_path / "bytes").write_bytes(b'{"id": "\xff"}')
    with pytest.raises(InputError, match="expected tasks in UTF-8, got byte 0xff at 8"):
        read_tasks(tmp_path / "bytes")


def episode(task_id: str | None, outcome: str | None) -> EpisodeRecord:
    info = replace(an_episode(), task_id=task_id)
    end = None if outcome == "open" else EpisodeEnd(EndReason.FINISHED, outcome=outcome)
    return EpisodeRecord(info, end, 1, Path("x"))


def test_what_counts_for_a_quota() -> None:
    task = Task("a", "x", quota=2)
    outcomes = ["success", "failure", "discarded", "discarded", None, "open"]
    others = [episode("b", "success"), episode(None, "success")]
    (progress,) = progress_of([task], [*(episode("a", outcome) for outcome in outcomes), *others])
    assert progress == Progress(task, 1, 1, 2, 2)
    assert not progress.is_done
    assert progress.words == "1 of 2 done, 1 failed, 2 discarded, 2 without an outcome"
    assert replace(progress, success=2).is_done
    assert Progress(task).words == "0 of 2 done"
    assert progress.document()["success"] == 1


_VALUES: st.SearchStrategy[Any] = (
    st.none() | st.integers() | st.text(max_size=5) | st.lists(st.text(max_size=5), max_size=2)
)


@given(
    st.dictionaries(st.sampled_from(["id", "goal", "app", "quota", "restore", "expect", "other"]), _VALUES)
)
def test_any_object_is_a_task_or_one_line_with_its_place(
    tmp_path_factory: pytest.TempPathFactory, record: dict[str, Any]
) -> None:
    path = tmp_path_factory.mktemp("tasks") / "t.jsonl"
    path.write_text(json.dumps(record), encoding="utf-8")
    try:
        said = read_tasks(path)[0].task_id
    except InputError as error:
        said = str(error)
        assert "\n" not in said
    assert said
