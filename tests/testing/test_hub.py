from __future__ import annotations

import base64
import contextlib
import hashlib
import http.client
import json
import socket
import urllib.request
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.testing.hub import TOKEN, LocalHub, Reply, Repo, answer

_INFO = "/api/datasets/user/set"


_PATHS = st.from_regex(r"([a-c]/)?[a-c ]{1,3}\.(md|parquet)", fullmatch=True)


@pytest.fixture
def hub() -> LocalHub:
    return _unconnected()


def _unconnected() -> LocalHub:
    """A hub that is asked directly, without a socket in between."""
    server = LocalHub()
    server._server.server_close()
    server.repos["user/set"] = Repo(private=True, commits=["initial commit"])
    return server


def _ask(hub: LocalHub, method: str, path: str, content: object = None, token: str | None = TOKEN) -> Reply:
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return answer(hub, method, path, body, token)


def _over_wire(
    server: LocalHub, method: str, path: str, *, headers: Mapping[str, str] | None = None
) -> tuple[http.client.HTTPResponse, bytes]:
    """The reply and its body."""
    wire = http.client.HTTPConnection("127.0.0.1", int(server.url.rpartition(":")[2]), timeout=10)
    with contextlib.closing(wire):
        wire.request(method, path, headers=headers or {})
        reply = wire.getresponse()
        return reply, reply.read()


def _commit(*lines: Mapping[str, object]) -> bytes:
    return b"\n".join(json.dumps(line).encode() for line in lines)


def _header(summary: str) -> dict[str, object]:
    return {"key": "header", "value": {"summary": summary}}


def _put(hub: LocalHub, path: str, data: bytes) -> Reply:
    oid = hashlib.sha256(data).hexdigest()
    assert _ask(hub, "PUT", f"/lfs/{oid}", data, token=None).status == 200
    line = {"key": "lfsFile", "value": {"path": path, "algo": "sha256", "oid": oid, "size": len(data)}}
    return _ask(hub, "POST", f"{_INFO}/commit/main", _commit(_header("add"), line))


def test_a_commit_holds_what_its_lines_say(hub: LocalHub) -> None:
    content = base64.b64encode(b"# card").decode()
    file = {"key": "file", "value": {"path": "README.md", "content": content, "encoding": "base64"}}
    reply = _ask(hub, "POST", f"{_INFO}/commit/main", _commit(_header("card"), file))
    assert reply.status == 200
    assert _put(hub, "data/a.parquet", b"rows").status == 200
    assert hub.repos["user/set"].files == {"README.md": b"# card", "data/a.parquet": b"rows"}
    assert hub.repos["user/set"].commits == ["initial commit", "card", "add"]
    gone = {"key": "deletedFile", "value": {"path": "README.md"}}
    _ask(hub, "POST", f"{_INFO}/commit/main", _commit(_header("drop"), gone))
    assert set(hub.repos["user/set"].files) == {"data/a.parquet"}


def test_an_object_must_have_its_sha256_and_be_there_before_its_commit(hub: LocalHub) -> None:
    assert _ask(hub, "PUT", f"/lfs/{'0' * 64}", b"other").status == 400
    line = {"key": "lfsFile", "value": {"path": "a.parquet", "oid": "0" * 64, "size": 1}}
    assert _ask(hub, "POST", f"{_INFO}/commit/main", _commit(_header("x"), line)).status == 400
    assert hub.repos["user/set"].files == {}


def test_an_object_that_is_there_is_not_asked_for_again(hub: LocalHub) -> None:
    _put(hub, "a.parquet", b"rows")
    known = {"oid": hashlib.sha256(b"rows").hexdigest(), "size": 4}
    fresh = {"oid": "1" * 64, "size": 4}
    reply = _ask(hub, "POST", "/datasets/user/set.git/info/lfs/objects/batch", {"objects": [known, fresh]})
    assert ["actions" in entry for entry in json.loads(reply.body)["objects"]] == [False, True]


@pytest.mark.parametrize("token", [None, "hf_wrong"])
def test_a_private_repository_is_closed_and_a_public_one_open_to_readers(
    hub: LocalHub, token: str | None
) -> None:
    refused = _ask(hub, "GET", _INFO, token=token)
    assert (refused.status, refused.headers["X-Error-Code"]) == (401, "RepoNotFound")
    hub.repos["user/set"].private = False
    assert _ask(hub, "GET", _INFO, token=token).status == 200
    assert _ask(hub, "POST", f"{_INFO}/commit/main", b"", token=token).status == 401
    assert _ask(hub, "POST", "/api/repos/create", {"name": "x"}, token=token).status == 401


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/api/datasets/user/other", "RepoNotFound"),
        ("HEAD", "/datasets/user/set/resolve/main/none.md", "EntryNotFound"),
        ("GET", "/api/datasets/user/set/tree/main/none", "EntryNotFound"),
        ("GET", "/api/models/user/set", "EntryNotFound"),
    ],
)
def test_what_is_not_there_is_a_404_with_the_hubs_code(
    hub: LocalHub, method: str, path: str, code: str
) -> None:
    reply = _ask(hub, method, path)
    assert (reply.status, reply.headers["X-Error-Code"]) == (404, code)


def test_a_name_is_created_once(hub: LocalHub) -> None:
    asked = {"name": "new", "organization": "org", "type": "dataset", "private": True}
    assert _ask(hub, "POST", "/api/repos/create", asked).status == 200
    assert hub.repos["org/new"].private
    assert _ask(hub, "POST", "/api/repos/create", asked).status == 409


def test_trees_and_paths_tell_files_and_folders(hub: LocalHub) -> None:
    _put(hub, "data/a.parquet", b"rows")
    flat = json.loads(_ask(hub, "GET", f"{_INFO}/tree/main").body)
    assert [(entry["type"], entry["path"]) for entry in flat] == [("directory", "data")]
    deep = json.loads(_ask(hub, "GET", f"{_INFO}/tree/main?recursive=true").body)
    assert [entry["path"] for entry in deep] == ["data", "data/a.parquet"]
    inner = json.loads(_ask(hub, "GET", f"{_INFO}/tree/main/data").body)
    assert inner[0]["lfs"]["oid"] == hashlib.sha256(b"rows").hexdigest()
    for body in ({"paths": ["data", "data/a.parquet", "x"]}, b"paths=data&paths=data/a.parquet&paths=x"):
        found = json.loads(_ask(hub, "POST", f"{_INFO}/paths-info/main", body).body)
        assert [entry["path"] for entry in found] == ["data/a.parquet", "data"]


def test_facts_about_a_repository(hub: LocalHub) -> None:
    _put(hub, "a.parquet", b"rows")
    told = json.loads(_ask(hub, "GET", f"{_INFO}/revision/main").body)
    assert (told["id"], told["private"], told["siblings"]) == ("user/set", True, [{"rfilename": "a.parquet"}])
    refs = json.loads(_ask(hub, "GET", f"{_INFO}/refs").body)
    assert refs["branches"][0]["targetCommit"] == told["sha"] == hub.repos["user/set"].sha
    assert json.loads(_ask(hub, "GET", "/api/whoami-v2").body)["name"] == "user"
    assert json.loads(_ask(hub, "POST", "/api/validate-yaml", token=None).body)["errors"] == []
    modes = json.loads(
        _ask(
            hub, "POST", f"{_INFO}/preupload/main", {"files": [{"path": "a.md"}, {"path": "b.parquet"}]}
        ).body
    )
    assert [file["uploadMode"] for file in modes["files"]] == ["regular", "lfs"]


def test_a_failure_is_played_once(hub: LocalHub) -> None:
    hub.fail_next["whoami"] = 503
    assert [_ask(hub, "GET", "/api/whoami-v2").status for _ in range(2)] == [503, 200]


def test_over_the_wire_it_listens_here_only_and_serves_ranges(tmp_path: Path) -> None:
    with LocalHub() as server:
        server.repos["user/set"] = Repo(private=False, files={"a.bin": b"0123456789"})
        assert server._server.socket.getsockname()[0] == "127.0.0.1"
        request = urllib.request.Request(f"{server.url}/datasets/user/set/resolve/main/a.bin")
        request.add_header("Range", "bytes=2-4")
        with urllib.request.urlopen(request) as reply:
            assert (reply.status, reply.headers["Content-Range"]) == (206, "bytes 2-4/10")
            assert reply.read() == b"234"
        assert server.requests == [("GET", "/datasets/user/set/resolve/main/a.bin")]
        assert server.environment(tmp_path)["HF_ENDPOINT"] == server.url
        port = int(server.url.rpartition(":")[2])
    with socket.socket() as again:
        assert again.connect_ex(("127.0.0.1", port)) != 0


def test_a_chunked_body_is_put_together() -> None:
    with (
        LocalHub() as server,
        socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2]))) as wire,
    ):
        oid = hashlib.sha256(b"hello world").hexdigest()
        wire.sendall(
            f"PUT /lfs/{oid} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n".encode()
            + b"5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n"
        )
        assert wire.recv(100).startswith(b"HTTP/1.1 200")
        assert server.objects == {oid: b"hello world"}


def test_a_commit_with_a_line_that_cannot_be_applied_changes_nothing(hub: LocalHub) -> None:
    file = {"key": "file", "value": {"path": "a.md", "content": "", "encoding": "base64"}}
    folder = {"key": "deletedFolder", "value": {"path": "data"}}
    reply = _ask(hub, "POST", f"{_INFO}/commit/main", _commit(_header("x"), file, folder))
    assert (reply.status, b"deletedFolder" in reply.body) == (400, True)
    assert (hub.repos["user/set"].files, hub.repos["user/set"].commits) == ({}, ["initial commit"])


def test_a_small_file_that_takes_a_large_ones_place_is_no_longer_large(hub: LocalHub) -> None:
    gone = {"key": "deletedFile", "value": {"path": "a.parquet"}}
    content = base64.b64encode(b"text").decode()
    file = {"key": "file", "value": {"path": "a.parquet", "content": content, "encoding": "base64"}}
    for line in (file, gone):
        _put(hub, "a.parquet", b"rows")
        assert hub.repos["user/set"].lfs == {"a.parquet"}
        assert _ask(hub, "POST", f"{_INFO}/commit/main", _commit(_header("y"), line)).status == 200
        assert hub.repos["user/set"].lfs == set()
    absent = _ask(hub, "POST", f"{_INFO}/commit/main", _commit(_header("z"), gone))
    assert absent.status == 200


def test_every_commit_has_another_id_and_is_told(hub: LocalHub) -> None:
    ids = [hub.repos["user/set"].sha]
    for summary in ("one", "one", "two"):
        told = json.loads(_ask(hub, "POST", f"{_INFO}/commit/main", _commit(_header(summary))).body)
        assert told["commitOid"] == hub.repos["user/set"].sha
        assert told["commitUrl"] == f"{hub.url}/datasets/user/set/commit/{told['commitOid']}"
        ids.append(told["commitOid"])
    assert len(set(ids)) == 4


@pytest.mark.parametrize(
    ("asked", "private"),
    [
        ({}, False),
        ({"private": True}, True),
        ({"private": None}, False),
        ({"visibility": "private"}, True),
        ({"visibility": "public"}, False),
    ],
)
def test_a_repository_without_an_organization_is_the_users(
    hub: LocalHub, asked: dict[str, object], private: bool
) -> None:
    told = json.loads(_ask(hub, "POST", "/api/repos/create", {"name": "new", **asked}).body)
    assert (told["id"], told["url"]) == ("user/new", f"{hub.url}/datasets/user/new")
    assert hub.repos["user/new"].private is private


@given(st.dictionaries(_PATHS, st.binary(max_size=20), max_size=5))
@settings(max_examples=40, deadline=None)
def test_what_is_put_is_what_is_told_and_got(files: dict[str, bytes]) -> None:
    hub = _unconnected()
    for path, data in files.items():
        assert _put(hub, path, data).status == 200
    tree = json.loads(_ask(hub, "GET", f"{_INFO}/tree/main?recursive=1").body)
    sizes = {entry["path"]: entry["size"] for entry in tree if entry["type"] == "file"}
    assert sizes == {path: len(data) for path, data in files.items()}
    folders = {entry["path"] for entry in tree if entry["type"] == "directory"}
    assert folders == {path.rpartition("/")[0] for path in files if "/" in path}
    siblings = json.loads(_ask(hub, "GET", _INFO).body)["siblings"]
    assert [entry["rfilename"] for entry in siblings] == sorted(files)
    for path, data in files.items():
        got = _ask(hub, "GET", f"/datasets/user/set/resolve/main/{path.replace(' ', '%20')}")
        assert (got.status, got.body) == (200, data)
        assert got.headers["ETag"] == f'"{hashlib.sha256(data).hexdigest()}"'


def test_a_plain_files_tag_and_id_are_gits(hub: LocalHub) -> None:
    hub.repos["user/set"].files["README.md"] = b"hello\n"
    blob = "ce013625030ba8dba906f756967f9e9ca394464a"  # as `git hash-object` names it
    got = _ask(hub, "GET", "/datasets/user/set/resolve/main/README.md")
    assert (got.headers["ETag"], got.headers["X-Repo-Commit"]) == (f'"{blob}"', hub.repos["user/set"].sha)
    (entry,) = json.loads(_ask(hub, "GET", f"{_INFO}/tree/main").body)
    assert entry == {"type": "file", "path": "README.md", "size": 6, "oid": blob}


def test_a_failure_hits_its_path_alone_and_is_worded_as_the_hubs(hub: LocalHub) -> None:
    hub.fail_next |= {r"/tree/": 500, r"/refs$": 429}
    assert _ask(hub, "GET", _INFO).status == 200
    failed = _ask(hub, "GET", f"{_INFO}/refs")
    assert (failed.status, json.loads(failed.body)) == (429, {"error": "refused on purpose"})
    assert hub.fail_next == {r"/tree/": 500}


@pytest.mark.parametrize(
    ("asked", "status", "told", "body"),
    [
        (None, 200, None, b"0123456789"),
        ("bytes=0-0", 206, "bytes 0-0/10", b"0"),
        ("bytes=7-", 206, "bytes 7-9/10", b"789"),
        ("bytes=8-99", 206, "bytes 8-9/10", b"89"),
        ("bytes=10-", 416, "bytes */10", b""),
        ("bytes=-3", 200, None, b"0123456789"),
        ("lines=1-2", 200, None, b"0123456789"),
    ],
)
def test_ranges_over_the_wire(asked: str | None, status: int, told: str | None, body: bytes) -> None:
    with LocalHub() as server:
        server.repos["user/set"] = Repo(private=False, files={"a.bin": b"0123456789"})
        headers = {} if asked is None else {"Range": asked}
        reply, got = _over_wire(server, "GET", "/datasets/user/set/resolve/main/a.bin", headers=headers)
    assert (reply.status, reply.getheader("Content-Range"), got) == (status, told, body)
    assert reply.getheader("Content-Length") == str(len(body))


def test_head_tells_the_length_and_sends_no_body() -> None:
    with LocalHub() as server:
        server.repos["user/set"] = Repo(private=False, files={"a.bin": b"0123456789"})
        reply, got = _over_wire(server, "HEAD", "/datasets/user/set/resolve/main/a.bin")
        assert server.requests == [("HEAD", "/datasets/user/set/resolve/main/a.bin")]
    assert (reply.status, reply.getheader("Content-Length"), got) == (200, "10", b"")
    assert reply.getheader("Accept-Ranges") == "bytes"


def test_the_token_comes_in_the_header_and_a_refusal_is_no_range() -> None:
    with LocalHub(user="anna", token="hf_other") as server:
        for given_headers in ({}, {"Authorization": f"Bearer {TOKEN}"}):
            headers = {"Range": "bytes=0-1", **given_headers}
            refused, body = _over_wire(server, "GET", "/api/whoami-v2", headers=headers)
            assert (refused.status, refused.getheader("Content-Range")) == (401, None)
            assert json.loads(body) == {"error": refused.getheader("X-Error-Message")}
        reply, body = _over_wire(
            server, "GET", "/api/whoami-v2", headers={"Authorization": "Bearer hf_other"}
        )
    assert (reply.status, json.loads(body)["name"]) == (200, "anna")


def test_a_hub_ends_though_its_user_failed_and_names_one_place_only(tmp_path: Path) -> None:
    server = LocalHub()
    port = int(server.url.rpartition(":")[2])
    with pytest.raises(InterruptedError), server:
        raise InterruptedError
    with socket.socket() as again:
        assert again.connect_ex(("127.0.0.1", port)) != 0
    told = server.environment(tmp_path)
    assert (told["HF_HOME"], told["HF_TOKEN"], told["HF_HUB_DISABLE_XET"]) == (str(tmp_path), TOKEN, "1")
    assert told["NO_PROXY"] == told["no_proxy"] == "127.0.0.1"
