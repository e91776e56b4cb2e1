"""A small Hugging Face Hub on this machine, for tests that push and load data sets without a network.

    with LocalHub() as hub:
        environment |= hub.environment(cache_folder)
        ...
        hub.repos["user/name"].files["README.md"]

Dataset repositories only, one branch, everything in memory, bound to 127.0.0.1. The client must not ask for
Xet (`HF_HUB_DISABLE_XET=1`): that protocol is not spoken here. Endpoints and fields are those that
huggingface_hub 1.33 to 2.4 and datasets 4.8 to 5.2 were seen to use.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

TOKEN = "hf_local"  # noqa: S105 - opens nothing but this toy
_LFS_SUFFIXES = (".parquet", ".png", ".webp")
_LINES = ("header", "file", "lfsFile", "deletedFile")
_EPOCH = "2000-01-01T00:00:00.000Z"


@dataclass(slots=True)
class Repo:
    """One dataset repository: its files, and the messages of its commits in order."""

    private: bool
    files: dict[str, bytes] = field(default_factory=dict)
    lfs: set[str] = field(default_factory=set)
    commits: list[str] = field(default_factory=list)

    @property
    def sha(self) -> str:
        """The id of the last commit."""
        return hashlib.sha1(repr(self.commits).encode(), usedforsecurity=False).hexdigest()


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: status, body, and headers besides the usual ones."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, content: object, status: int = 200) -> Reply:
        """A JSON answer."""
        return cls(status, json.dumps(content).encode(), {"Content-Type": "application/json"})

    @classmethod
    def error(cls, status: int, code: str, message: str) -> Reply:
        """A refusal as the Hub words it: in headers and in the body."""
        body = json.dumps({"error": message}).encode()
        return cls(status, body, {"X-Error-Code": code, "X-Error-Message": message})


class LocalHub:
    """The server, a context manager. `url` is the endpoint, `requests` what was asked (method and path).

    Put a status into `fail_next` (path pattern -> status) to have the next matching request refused.
    """

    def __init__(self, *, user: str = "user", token: str = TOKEN) -> None:
        self.user = user
        self.token = token
        self.repos: dict[str, Repo] = {}
        self.objects: dict[str, bytes] = {}
        self.requests: list[tuple[str, str]] = []
        self.fail_next: dict[str, int] = {}
        self.lock = threading.Lock()
        handler = type("Handler", (_Handler,), {"hub": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """The endpoint, without a slash at the end."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def environment(self, cache: Path) -> dict[str, str]:
        """What a client's environment needs, before its first import, to use this hub and no other."""
        return {
            "HF_ENDPOINT": self.url,
            "HF_TOKEN": self.token,
            "HF_HUB_DISABLE_XET": "1",
            "HF_HUB_DISABLE_TELEMETRY": "1",
            "HF_HOME": str(cache),
            "NO_PROXY": "127.0.0.1",
            "no_proxy": "127.0.0.1",
        }

    def __enter__(self) -> LocalHub:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@dataclass(frozen=True, slots=True)
class Request:
    """What a route sees of a request."""

    hub: LocalHub
    path: str
    query: Mapping[str, list[str]]
    body: bytes
    authorized: bool
    parts: Mapping[str, str]

    @property
    def json(self) -> Any:  # noqa: ANN401 - whatever the client sent
        return json.loads(self.body or b"null")

    @property
    def repo_id(self) -> str:
        return self.parts["repo"]

    @property
    def repo(self) -> Repo:
        return self.hub.repos[self.repo_id]


def _whoami(request: Request) -> Reply:
    return Reply.of({"type": "user", "name": request.hub.user, "auth": {"accessToken": {"role": "write"}}})


def _create(request: Request) -> Reply:
    asked = request.json
    repo_id = f"{asked.get('organization') or request.hub.user}/{asked['name']}"
    url = f"{request.hub.url}/datasets/{repo_id}"
    if repo_id in request.hub.repos:
        return Reply.of({"error": "You already created this dataset repo", "url": url}, 409)
    private = asked.get("private", asked.get("visibility") == "private")
    request.hub.repos[repo_id] = Repo(bool(private), commits=["initial commit"])
    return Reply.of({"url": url, "name": repo_id, "id": repo_id})


def _validate_yaml(_: Request) -> Reply:
    return Reply.of({"errors": [], "warnings": []})


def _preupload(request: Request) -> Reply:
    files = [
        {
            "path": file["path"],
            "uploadMode": "lfs" if file["path"].endswith(_LFS_SUFFIXES) else "regular",
            "shouldIgnore": False,
            "oid": None,
        }
        for file in request.json["files"]
    ]
    return Reply.of({"files": files, "commitOid": request.repo.sha})


def _batch(request: Request) -> Reply:
    objects: list[dict[str, object]] = []
    for asked in request.json["objects"]:
        entry: dict[str, object] = {"oid": asked["oid"], "size": asked["size"]}
        if asked["oid"] not in request.hub.objects:
            entry["actions"] = {"upload": {"href": f"{request.hub.url}/lfs/{asked['oid']}", "header": {}}}
        objects.append(entry)
    return Reply.of({"transfer": "basic", "objects": objects})


def _put_object(request: Request) -> Reply:
    oid = request.parts["oid"]
    if hashlib.sha256(request.body).hexdigest() != oid:
        return Reply.error(400, "BadRequest", "the bytes do not have the sha256 that was announced")
    request.hub.objects[oid] = request.body
    return Reply(200)


def _commit(request: Request) -> Reply:
    repo = request.repo
    lines = [json.loads(line) for line in request.body.splitlines() if line.strip()]
    unknown = [line["key"] for line in lines if line["key"] not in _LINES]
    if unknown:
        return Reply.error(400, "BadRequest", f"{unknown[0]} is not among the lines that this hub can apply")
    missing = [
        line["value"]["path"]
        for line in lines
        if line["key"] == "lfsFile" and line["value"]["oid"] not in request.hub.objects
    ]
    if missing:
        return Reply.error(400, "BadRequest", f"no object was uploaded for {missing[0]}")
    for line in lines:
        _apply(request.hub, repo, line["key"], line["value"])
    url = f"{request.hub.url}/datasets/{request.repo_id}/commit/{repo.sha}"
    return Reply.of({"success": True, "commitOid": repo.sha, "commitUrl": url, "hookOutput": ""})


def _apply(hub: LocalHub, repo: Repo, key: str, value: dict[str, str]) -> None:
    if key == "header":
        repo.commits.append(value["summary"])
    elif key == "file":
        repo.files[value["path"]] = base64.b64decode(value["content"])
        repo.lfs.discard(value["path"])
    elif key == "lfsFile":
        repo.files[value["path"]] = hub.objects[value["oid"]]
        repo.lfs.add(value["path"])
    else:
        repo.files.pop(value["path"], None)
        repo.lfs.discard(value["path"])


def _info(request: Request) -> Reply:
    repo = request.repo
    return Reply.of(
        {
            "_id": hashlib.md5(request.repo_id.encode(), usedforsecurity=False).hexdigest()[:24],
            "id": request.repo_id,
            "author": request.repo_id.split("/", maxsplit=1)[0],
            "sha": repo.sha,
            "private": repo.private,
            "disabled": False,
            "gated": False,
            "lastModified": _EPOCH,
            "createdAt": _EPOCH,
            "tags": [],
            "downloads": 0,
            "likes": 0,
            "siblings": [{"rfilename": path} for path in sorted(repo.files)],
        }
    )


def _refs(request: Request) -> Reply:
    main = {"name": "main", "ref": "refs/heads/main", "targetCommit": request.repo.sha}
    return Reply.of({"branches": [main], "tags": [], "converts": []})


def _entry(repo: Repo, path: str) -> dict[str, object]:
    data = repo.files[path]
    entry: dict[str, object] = {"type": "file", "path": path, "size": len(data), "oid": _blob_id(data)}
    if path in repo.lfs:
        oid = hashlib.sha256(data).hexdigest()
        entry["lfs"] = {"oid": oid, "size": len(data), "pointerSize": 130}
    return entry


def _blob_id(data: bytes) -> str:
    """As git names a blob."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _folders(repo: Repo) -> set[str]:
    return {str(parent) for path in repo.files for parent in Path(path).parents if str(parent) != "."}


def _folder_entry(path: str) -> dict[str, object]:
    return {"type": "directory", "path": path, "size": 0, "oid": _blob_id(path.encode())}


def _paths_info(request: Request) -> Reply:
    paths = request.json["paths"] if request.body.lstrip().startswith(b"{") else _form_paths(request.body)
    files = [_entry(request.repo, path) for path in paths if path in request.repo.files]
    return Reply.of(files + [_folder_entry(path) for path in paths if path in _folders(request.repo)])


def _form_paths(body: bytes) -> list[str]:
    return parse_qs(body.decode()).get("paths", [])


def _tree(request: Request) -> Reply:
    repo, root = request.repo, request.parts.get("path") or ""
    prefix = f"{root}/" if root else ""
    recursive = request.query.get("recursive", ["false"])[0].lower() in ("true", "1")
    if root and root not in _folders(repo):
        return Reply.error(404, "EntryNotFound", f"{root} does not exist")
    names = [name for name in (*repo.files, *_folders(repo)) if name.startswith(prefix)]
    shown = [name for name in sorted(names) if recursive or "/" not in name[len(prefix) :]]
    return Reply.of([_entry(repo, name) if name in repo.files else _folder_entry(name) for name in shown])


def _resolve(request: Request) -> Reply:
    repo, path = request.repo, request.parts["path"]
    if path not in repo.files:
        return Reply.error(404, "EntryNotFound", f"{path} does not exist")
    data = repo.files[path]
    tag = hashlib.sha256(data).hexdigest() if path in repo.lfs else _blob_id(data)
    headers = {"ETag": f'"{tag}"', "X-Repo-Commit": repo.sha, "Accept-Ranges": "bytes"}
    return Reply(200, data, headers)


Route = Callable[[Request], Reply]
_REPO = r"(?P<repo>[\w.-]+/[\w.-]+)"
_REVISION = r"(?P<revision>[^/]+)"
_ROUTES: tuple[tuple[str, str, Route], ...] = (
    ("GET", "/api/whoami-v2", _whoami),
    ("POST", "/api/repos/create", _create),
    ("POST", "/api/validate-yaml", _validate_yaml),
    ("POST", f"/api/datasets/{_REPO}/preupload/{_REVISION}", _preupload),
    ("POST", f"/api/datasets/{_REPO}/commit/{_REVISION}", _commit),
    ("POST", f"/api/datasets/{_REPO}/paths-info/{_REVISION}", _paths_info),
    ("POST", rf"/datasets/{_REPO}\.git/info/lfs/objects/batch", _batch),
    ("PUT", "/lfs/(?P<oid>[0-9a-f]{64})", _put_object),
    ("GET", f"/api/datasets/{_REPO}/refs", _refs),
    ("GET", f"/api/datasets/{_REPO}/tree/{_REVISION}(?:/(?P<path>.+))?", _tree),
    ("GET", f"/api/datasets/{_REPO}(?:/revision/{_REVISION})?", _info),
    ("GET", f"/datasets/{_REPO}/resolve/{_REVISION}/(?P<path>.+)", _resolve),
)
_OPEN = (_put_object, _validate_yaml)
"""What asks for no token: an upload address is itself the permission."""


def answer(hub: LocalHub, method: str, target: str, body: bytes, token: str | None) -> Reply:
    """The reply to one request; HEAD counts as GET."""
    split = urlsplit(target)
    path = unquote(split.path)
    for pattern, status in tuple(hub.fail_next.items()):
        if re.search(pattern, path):
            del hub.fail_next[pattern]
            return Reply.error(status, "InternalError", "refused on purpose")
    for verb, pattern, route in _ROUTES:
        match = re.fullmatch(pattern, path)
        if match is None or verb != ("GET" if method == "HEAD" else method):
            continue
        parts = {name: value for name, value in match.groupdict().items() if value is not None}
        request = Request(hub, path, parse_qs(split.query), body, token == hub.token, parts)
        return _refusal(request, route, reading=verb == "GET") or route(request)
    return Reply.error(404, "EntryNotFound", f"{method} {path} is not part of this hub")


def _refusal(request: Request, route: Route, *, reading: bool) -> Reply | None:
    repo = request.hub.repos.get(request.parts.get("repo", ""))
    if (
        not request.authorized
        and route not in _OPEN
        and not (reading and repo is not None and not repo.private)
    ):
        return Reply.error(
            401, "RepoNotFound" if "repo" in request.parts else "", "Invalid username or password."
        )
    if "repo" in request.parts and repo is None:
        return Reply.error(404, "RepoNotFound", "Repository not found")
    return None


class _Handler(BaseHTTPRequestHandler):
    """HTTP around `answer`."""

    hub: LocalHub
    protocol_version = "HTTP/1.1"

    def _serve(self) -> None:
        body = self._body()
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ") or None
        with self.hub.lock:
            self.hub.requests.append((self.command, self.path))
            reply = answer(self.hub, self.command, self.path, body, token)
        self._send(self._ranged(reply))

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        chunks: list[bytes] = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            chunks.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(chunks)

    def _ranged(self, reply: Reply) -> Reply:
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if asked is None or reply.status != 200:
            return reply
        total = len(reply.body)
        first, last = int(asked[1]), min(int(asked[2] or total - 1), total - 1)
        if first > last:
            return Reply(416, headers={"Content-Range": f"bytes */{total}"})
        headers = {**reply.headers, "Content-Range": f"bytes {first}-{last}/{total}"}
        return Reply(206, reply.body[first : last + 1], headers)

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.body)

    do_GET = do_HEAD = do_POST = do_PUT = _serve  # noqa: N815 - http.server's own names

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: `LocalHub.requests` has it all."""
