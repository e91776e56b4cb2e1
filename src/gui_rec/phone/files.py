"""The files of the simulated phone, in memory: nothing it is told to write ever reaches the host's disk."""

from __future__ import annotations

import errno
import os
import stat as stat_bits
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from gui_rec.phone.mounts import SHARED_STORAGE

_ALIASES = ("/sdcard", "/mnt/sdcard", "/storage/self/primary")
_FOLDERS = (
    "/data/local/tmp",
    "/data/data",
    "/data/app",
    "/dev/input",
    "/etc",
    "/proc",
    "/product",
    "/system/bin",
    "/vendor",
    *(f"{SHARED_STORAGE}/{name}" for name in ("Android/data", "DCIM", "Download", "Movies", "Pictures")),
)
_EVERYBODYS = ("/dev/null", "/dev/tty")
_LIMIT_BYTES = 512 * 1024 * 1024
_LIMIT_NODES = 100_000
_PATH_MAX = 4096
_NAME_MAX = 255
_MOST_DEPTH = 200
"""Folders in folders: so that what walks a tree need not fear for its stack."""


@dataclass(frozen=True, slots=True)
class FileStat:
    """What stat(2) says: `mode` with its type bits, `size` in bytes, `mtime_s` in seconds since 1970."""

    mode: int
    size: int
    mtime_s: int
    inode: int

    @property
    def is_dir(self) -> bool:
        return stat_bits.S_ISDIR(self.mode)


@dataclass(slots=True)
class _Node:
    mode: int
    mtime_s: int
    inode: int
    start: bytes = b""
    tail: bytearray = field(default_factory=bytearray)
    children: dict[str, _Node] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.start) + len(self.tail)

    @property
    def data(self) -> bytes:
        """All of it, the same object until it changes; what was appended is joined when it is first read."""
        if self.tail:
            self.start += self.tail
            self.tail = bytearray()
        return self.start

    @data.setter
    def data(self, data: bytes) -> None:
        self.start, self.tail = data, bytearray()

    @property
    def is_dir(self) -> bool:
        return stat_bits.S_ISDIR(self.mode)


class SavedNode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file or folder of a snapshot by its whole path; `data` is None for a folder.

    A path that is no UTF-8 has its bytes in `raw_path`, and `path` is then for the eye only.
    """

    path: str
    mode: int
    mtime_s: int
    inode: int
    data: bytes | None = None
    raw_path: bytes | None = None

    @property
    def place(self) -> str:
        """The path as the store knows it."""
        return self.path if self.raw_path is None else self.raw_path.decode("utf-8", "surrogateescape")


def _saved(path: str, node: _Node) -> SavedNode:
    data = None if node.is_dir else node.data
    raw = path.encode("utf-8", "surrogateescape")
    shown = raw.decode("utf-8", "replace")
    return SavedNode(shown, node.mode, node.mtime_s, node.inode, data, None if shown == path else raw)


def _error(code: int, path: str) -> OSError:
    return OSError(code, os.strerror(code), path)


class FileStore:
    """A tree of files.

    Paths are absolute; `/sdcard`, `/mnt/sdcard` and `/storage/self/primary` are `/storage/emulated/0`.
    Every failure is an `OSError` with the errno a real file system gives (ENOENT, EISDIR, ENOTDIR,
    EEXIST, ENOTEMPTY, ENOSPC, EINVAL, ENAMETOOLONG). It holds 512 MiB in 100 000 files
    and folders. `/dev/null` and `/dev/tty` are devices that the shell handles; here `/dev/null` reads as empty
    and swallows writes. The other `devices` are listed and can be neither read nor written. `refusal` gives the
    errno with which nothing may be changed in a folder, None where it may.
    """

    def __init__(
        self,
        now_s: Callable[[], int] = lambda: 0,
        refusal: Callable[[str], int | None] = lambda _folder: None,
        devices: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self._now_s = now_s
        self._devices = devices
        self._refusal: Callable[[str], int | None] = lambda _folder: None
        self._inodes = 1
        self._bytes = 0
        self._reserved = 0
        self._nodes = 0
        self._root = self._new(stat_bits.S_IFDIR | 0o755)
        for folder in _FOLDERS:
            self.mkdir(folder, parents=True)
        self._refusal = refusal

    def resolve(self, path: str) -> str:
        """`path` without aliases, dots and doubled slashes.

        Raises OSError(EINVAL) for a relative one and OSError(ENAMETOOLONG) for one beyond Linux' limits.
        """
        if not path.startswith("/") or "\0" in path:
            raise _error(errno.EINVAL, path)
        if len(path) > _PATH_MAX or any(len(part) > _NAME_MAX for part in path.split("/")):
            raise _error(errno.ENAMETOOLONG, path)
        parts: list[str] = []
        for part in path.split("/"):
            if part == "..":
                parts = parts[:-1]
            elif part not in ("", "."):
                parts.append(part)
        clean = "/" + "/".join(parts)
        for alias in _ALIASES:
            if clean == alias or clean.startswith(alias + "/"):
                return SHARED_STORAGE + clean[len(alias) :]
        return clean

    def read(self, path: str) -> bytes:
        """The bytes of a file."""
        if self.resolve(path) == "/dev/null":
            return b""
        if self._is_device(path):
            raise _error(errno.EACCES, path)
        node = self._find(path)
        if node.is_dir:
            raise _error(errno.EISDIR, path)
        return node.data

    def write(
        self, path: str, data: bytes, *, mode: int = 0o644, append: bool = False, mtime_s: int | None = None
    ) -> None:
        """Make or replace a file; its folder must exist. `mode` (permission bits) counts for a new file."""
        if self.resolve(path) == "/dev/null":
            return
        parent, name = self._parent(path)
        node = parent.children.get(name)
        if node is not None and node.is_dir:
            raise _error(errno.EISDIR, path)
        self._check_place(path)
        growth = len(data) - (node.size if node is not None and not append else 0)
        if growth > self._room:
            raise _error(errno.ENOSPC, path)
        if node is None:
            node = parent.children[name] = self._new(stat_bits.S_IFREG | (mode & 0o7777), path)
        if append and node.size:
            node.tail += data
        else:
            node.data = data
        self._bytes += growth
        node.mtime_s = self._now_s() if mtime_s is None else mtime_s

    def reserve(self, count: int) -> bool:
        """Take room for `count` bytes that are on their way; False, and nothing taken, when it is not there."""
        has_room = count <= self._room
        self._reserved += count if has_room else 0
        return has_room

    def release(self, count: int) -> None:
        """Give room back that was taken."""
        self._reserved -= count

    @property
    def _room(self) -> int:
        return _LIMIT_BYTES - self._bytes - self._reserved

    def remove(self, path: str, *, recursive: bool = False) -> None:
        """Remove a file, or a folder with all it holds when `recursive`."""
        parent, name = self._parent(path)
        node = parent.children.get(name)
        if node is None:
            raise _error(errno.ENOENT, path)
        if node.is_dir and not recursive:
            raise _error(errno.EISDIR, path)
        self._check_place(path)
        gone = list(_walk(node))
        self._bytes -= sum(each.size for each, _ in gone)
        self._nodes -= len(gone)
        del parent.children[name]

    def rename(self, source: str, target: str) -> None:
        """Move a file or folder to the path `target`, replacing a file that is there."""
        node = self._find(source)
        parent, name = self._parent(target)
        old = parent.children.get(name)
        if old is node:
            return
        if old is not None and old.is_dir:
            raise _error(errno.EISDIR, target)
        if (self.resolve(target) + "/").startswith(self.resolve(source) + "/"):
            raise _error(errno.EINVAL, target)
        self._check_place(source)
        self._check_place(target)
        from_parent, from_name = self._parent(source)
        if len(self._parts(target)) + max(depth for _, depth in _walk(node)) > _MOST_DEPTH:
            raise _error(errno.ENAMETOOLONG, target)
        if old is not None:
            self._bytes -= old.size
            self._nodes -= 1
        del from_parent.children[from_name]
        parent.children[name] = node

    def stat(self, path: str) -> FileStat:
        """What is at `path`."""
        if self.resolve(path) in _EVERYBODYS:
            return FileStat(stat_bits.S_IFCHR | 0o666, 0, 0, 1)
        if self._is_device(path):
            return FileStat(stat_bits.S_IFCHR | 0o660, 0, 0, 1)
        node = self._find(path)
        size = 4096 if node.is_dir else node.size
        return FileStat(node.mode, size, node.mtime_s, node.inode)

    def exists(self, path: str) -> bool:
        """Whether something is at `path`."""
        try:
            self.stat(path)
        except OSError:
            return False
        return True

    def listdir(self, path: str) -> list[str]:
        """The names in a folder, sorted."""
        node = self._find(path)
        if not node.is_dir:
            raise _error(errno.ENOTDIR, path)
        base = self.resolve(path).rstrip("/") + "/"
        placed = {name for name in (*_EVERYBODYS, *self._devices()) if name.rpartition("/")[0] + "/" == base}
        return sorted({*node.children, *(name.rpartition("/")[2] for name in placed)})

    def mkdir(self, path: str, *, mode: int = 0o755, parents: bool = False) -> None:
        """Make a folder; with `parents` also those above it, and one that is there already is no error."""
        if not parents:
            parent, name = self._parent(path)
            if name in parent.children:
                raise _error(errno.EEXIST, path)
            self._check_place(path)
            parent.children[name] = self._new(stat_bits.S_IFDIR | mode, path)
            return
        node, parts = self._root, self._parts(path)
        if len(parts) > _MOST_DEPTH:
            raise _error(errno.ENAMETOOLONG, path)
        for depth, part in enumerate(parts):
            if not node.is_dir:
                raise _error(errno.ENOTDIR, path)
            if part not in node.children:
                self._check_folder("/" + "/".join(parts[:depth]), path)
                node.children[part] = self._new(stat_bits.S_IFDIR | mode, path)
            node = node.children[part]
        if not node.is_dir:
            raise _error(errno.EEXIST, path)

    def chmod(self, path: str, mode: int) -> None:
        """Set the permission bits."""
        if self.resolve(path) == "/dev/null":
            return
        node = self._find(path)
        self._check_folder(self.resolve(path), path)
        node.mode = stat_bits.S_IFMT(node.mode) | (mode & 0o7777)

    def touch(self, path: str) -> None:
        """Make an empty file, or set the time of what is there to now."""
        if self.exists(path):
            self._check_folder(self.resolve(path), path)
            self._find(path).mtime_s = self._now_s()
        else:
            self.write(path, b"")

    def saved(self) -> list[SavedNode]:
        """Everything there is, folders before what they hold."""
        found: list[SavedNode] = []
        waiting = [("/", self._root)]
        while waiting:
            path, node = waiting.pop()
            found.append(_saved(path, node))
            base = path.rstrip("/")
            waiting += [
                (f"{base}/{name}", child) for name, child in sorted(node.children.items(), reverse=True)
            ]
        return found

    @staticmethod
    def tree_of(nodes: Iterable[SavedNode]) -> FileStore:
        """A store of exactly these. Raises ValueError for a node without a folder, and where they are too large."""
        store = FileStore()
        store._root = _Node(stat_bits.S_IFDIR | 0o755, 0, 1)
        store._inodes = store._bytes = store._nodes = 0
        for node in nodes:
            store._put(node)
        return store

    def _put(self, saved: SavedNode) -> None:
        is_dir, path = stat_bits.S_ISDIR(saved.mode), saved.place
        if is_dir is not (saved.data is None) or self.resolve(path) != path:
            raise ValueError(f"files: {saved.path!r} is neither a file nor a folder")
        node = _Node(saved.mode, saved.mtime_s, saved.inode, saved.data or b"")
        self._inodes = max(self._inodes, saved.inode)
        self._bytes += len(node.data)
        self._nodes += 1
        if self._bytes > _LIMIT_BYTES or self._nodes > _LIMIT_NODES:
            raise ValueError(
                f"files: expected at most {_LIMIT_BYTES} bytes in {_LIMIT_NODES} files and folders"
            )
        if path == "/":
            self._root = node
            return
        try:
            parent, name = self._parent(path)
        except OSError as error:
            raise ValueError(f"files: {saved.path!r}: {error.strerror}") from error
        parent.children[name] = node

    def adopt(self, other: FileStore) -> None:
        """Hold what the other store holds, which is not to be used any more; the clock stays."""
        self._root, self._inodes = other._root, other._inodes
        self._bytes, self._nodes = other._bytes, other._nodes

    def _new(self, mode: int, path: str = "/") -> _Node:
        """A node at `path`, which is where there is no room for one more told of."""
        if self._nodes >= _LIMIT_NODES:
            raise _error(errno.ENOSPC, path)
        self._nodes += 1
        self._inodes += 1
        return _Node(mode, self._now_s(), self._inodes)

    def _is_device(self, path: str) -> bool:
        return self.resolve(path) in self._devices()

    def _check_place(self, path: str) -> None:
        """Raise OSError where the folder of `path` may not be changed."""
        self._check_folder(self.resolve(path).rpartition("/")[0] or "/", path)

    def _check_folder(self, folder: str, named: str) -> None:
        refused = self._refusal(folder)
        if refused is not None:
            raise _error(refused, named)

    def _parts(self, path: str) -> list[str]:
        return [part for part in self.resolve(path).split("/") if part]

    def _find(self, path: str, named: str | None = None) -> _Node:
        """The node at `path`; an error names the path that the caller was given."""
        named = named or path
        node = self._root
        for part in self._parts(path):
            if not node.is_dir:
                raise _error(errno.ENOTDIR, named)
            if part not in node.children:
                raise _error(errno.ENOENT, named)
            node = node.children[part]
        return node

    def _parent(self, path: str) -> tuple[_Node, str]:
        parts = self._parts(path)
        if not parts:
            raise _error(errno.EISDIR, path)
        if len(parts) > _MOST_DEPTH:
            raise _error(errno.ENAMETOOLONG, path)
        node = self._find("/" + "/".join(parts[:-1]), path)
        if not node.is_dir:
            raise _error(errno.ENOTDIR, path)
        return node, parts[-1]


def _walk(top: _Node) -> Iterator[tuple[_Node, int]]:
    """A node and all below it, each with how many levels it lies below the first."""
    waiting = [(top, 0)]
    while waiting:
        node, depth = waiting.pop()
        yield node, depth
        waiting += [(child, depth + 1) for child in node.children.values()]
