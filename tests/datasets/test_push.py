from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import huggingface_hub
import huggingface_hub.constants
import huggingface_hub.utils
import pytest
from small_recordings import record, small_step

from gui_rec.datasets import push as push_module
from gui_rec.datasets.export._api import ExportSpec
from gui_rec.datasets.export.run import export_training_set
from gui_rec.datasets.push import PushSpec, push
from gui_rec.errors import InputError, PushError, UsageError
from gui_rec.model.actions import Key, Tap
from gui_rec.testing.hub import LocalHub

# huggingface_hub 2.4 hands its own HTTP client the bytes of an upload in a way that the client calls old.
pytestmark = pytest.mark.filterwarnings("ignore:Use 'content=:DeprecationWarning")

_DATA = "data/train-00000-of-00001.parquet"


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("push")
    recording = record(folder / "rec", [small_step(0, Tap(0.5, 0.5)), small_step(1, Key("BACK"))])
    export_training_set([recording], folder / "out", ExportSpec(wrapping="planning"))
    return folder / "out"


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalHub]:
    """A hub that this process's client talks to; its constants were read at import, so they are set here."""
    with LocalHub() as server:
        for name, value in server.environment(tmp_path / "hf").items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(huggingface_hub.constants, "ENDPOINT", server.url)
        monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)
        yield server
        huggingface_hub.close_session()


def test_an_export_is_pushed_privately_card_last(out: Path, hub: LocalHub) -> None:
    report = push(out, "user/rows")
    repo = hub.repos["user/rows"]
    assert repo.private
    assert repo.files == {name: (out / name).read_bytes() for name in (_DATA, "export.json", "README.md")}
    assert repo.commits == ["initial commit", "Upload with gui-rec"]
    assert report.url == f"{hub.url}/datasets/user/rows"
    assert (report.private, report.commits, report.dry_run) == (True, 1, False)
    assert report.bytes == sum(len(data) for data in repo.files.values())


def test_public_only_when_said(out: Path, hub: LocalHub) -> None:
    assert not push(out, "user/rows", PushSpec(public=True)).private
    assert not hub.repos["user/rows"].private


def test_many_files_go_in_several_commits(out: Path, hub: LocalHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push_module, "FILES_PER_COMMIT", 2)
    assert push(out, "user/rows", PushSpec(message="Add")).commits == 2
    assert hub.repos["user/rows"].commits[1:] == ["Add (1 of 2)", "Add (2 of 2)"]


def test_a_dry_run_asks_nobody(out: Path, hub: LocalHub) -> None:
    report = push(out, "user/rows", PushSpec(dry_run=True))
    assert report.files == (_DATA, "export.json", "README.md")
    assert (report.url, report.dry_run) == (None, True)
    assert hub.requests == []


def test_an_existing_repository_is_left_alone_unless_allowed(out: Path, hub: LocalHub) -> None:
    push(out, "user/rows")
    with pytest.raises(PushError, match=r"user/rows: the repository exists already.*HTTP 409"):
        push(out, "user/rows")
    before = len(hub.requests)
    push(out, "user/rows", PushSpec(into_existing=True))
    assert not [path for method, path in hub.requests[before:] if method == "PUT"]


def test_private_data_never_lands_in_a_public_repository_unsaid(out: Path, hub: LocalHub) -> None:
    push(out, "user/rows", PushSpec(public=True))
    with pytest.raises(PushError, match="is public"):
        push(out, "user/rows", PushSpec(into_existing=True))


def test_a_wrong_token_is_one_line_without_the_token(out: Path, hub: LocalHub) -> None:
    spec = PushSpec(token="hf_wrong_secret")
    with pytest.raises(PushError, match="does not accept the token") as caught:
        push(out, "user/rows", spec)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)
    assert "secret" not in repr(spec)
    assert hub.repos == {}


@pytest.mark.parametrize("token", ["hf_\u00e9", "hf_\n1"])
def test_a_token_that_cannot_be_one_is_said_without_showing_it(out: Path, hub: LocalHub, token: str) -> None:
    with pytest.raises(PushError, match="token holds characters") as caught:
        push(out, "me/taps", PushSpec(token=token))
    assert token not in str(caught.value)


def test_no_token_is_said_before_anything_is_sent(
    out: Path, hub: LocalHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(huggingface_hub, "get_token", lambda: None)
    with pytest.raises(PushError, match="set HF_TOKEN"):
        push(out, "user/rows")
    assert hub.requests == []


@pytest.mark.parametrize(
    ("status", "says"),
    [
        (403, "may not write"),
        (404, "does not know"),
        (413, "too large"),
        (418, "refuses"),
        (500, "trouble of its own"),
    ],
)
def test_every_refusal_is_one_line_that_says_what_to_do(
    out: Path, hub: LocalHub, status: int, says: str
) -> None:
    hub.fail_next["/api/repos/create"] = status
    with pytest.raises(PushError, match=says) as caught:
        push(out, "user/rows")
    assert str(caught.value).count("\n") == 0


def test_a_refusal_in_the_middle_of_a_file_is_one_line_too(out: Path, hub: LocalHub) -> None:
    hub.fail_next["/lfs/"] = 403
    with pytest.raises(PushError, match=r"may not write here.*HTTP 403"):
        push(out, "user/rows")
    assert hub.repos["user/rows"].files == {}


def test_progress_is_for_terminals_only(out: Path, hub: LocalHub, capsys: pytest.CaptureFixture[str]) -> None:
    push(out, "user/rows")
    assert capsys.readouterr().err == ""
    assert not huggingface_hub.utils.are_progress_bars_disabled()


def test_no_network_is_one_line(out: Path, hub: LocalHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(huggingface_hub.constants, "ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(PushError, match=r"cannot reach http://127\.0\.0\.1:9"):
        push(out, "user/rows")


@pytest.mark.parametrize("repo_id", ["rows", "a/b/c", "/b", "a/", "a b/c", "../x/y", "a/b\n"])
def test_a_repository_name_that_is_none_is_refused(out: Path, repo_id: str) -> None:
    with pytest.raises(UsageError, match="USER/NAME"):
        push(out, repo_id, PushSpec(dry_run=True))


def test_what_is_neither_export_nor_recording_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found nothing"):
        push(tmp_path / "nothing", "user/rows")


@pytest.mark.parametrize(
    ("endpoint", "given", "expected"),
    [
        (None, None, None),
        ("https://huggingface.co", None, None),
        ("http://127.0.0.1:1", None, "1"),
        ("http://hub.example", "0", "0"),
    ],
)
def test_only_hugging_faces_own_endpoint_is_asked_for_xet(
    monkeypatch: pytest.MonkeyPatch, endpoint: str | None, given: str | None, expected: str | None
) -> None:
    for name, value in (("HF_ENDPOINT", endpoint), ("HF_HUB_DISABLE_XET", given)):
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    push_module._choose_transfer()
    assert os.environ.get("HF_HUB_DISABLE_XET") == expected
    monkeypatch.delenv("HF_HUB_DISABLE_XET", raising=False)


_LOAD = """
import json, sys
import datasets
rows = datasets.load_dataset(sys.argv[1], split="train")
lazy = next(iter(datasets.load_dataset(sys.argv[1], split="train", streaming=True)))
column = sys.argv[2]
def size(row):
    picture = row[column]
    return list((picture[0] if isinstance(picture, list) else picture).size)
print(json.dumps({"rows": rows.num_rows, "sizes": [size(rows[0]), size(lazy)]}))
"""
_PUSH = """
import sys
from pathlib import Path
from gui_rec.datasets.push import push
print(push(Path(sys.argv[1]), sys.argv[2]).url)
"""


def _run(code: str, environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("source", "column"), [("out", "images"), ("rec", "pre_screenshot")])
def test_what_was_pushed_is_loaded_from_the_same_hub(
    out: Path, tmp_path: Path, source: str, column: str
) -> None:
    with LocalHub() as server:
        environment = server.environment(tmp_path / "hf")
        environment.pop("HF_HUB_DISABLE_XET")  # push has to see to it by itself
        assert (
            _run(_PUSH, environment, str(out.parent / source), f"user/{source}")
            .strip()
            .startswith(server.url)
        )
        loaded = _run(_LOAD, server.environment(tmp_path / "hf"), f"user/{source}", column)
    assert json.loads(loaded) == {"rows": 2, "sizes": [[40, 80], [40, 80]]}
