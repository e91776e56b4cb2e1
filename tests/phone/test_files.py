"""The files in memory."""

from __future__ import annotations

import errno
import stat as stat_bits
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone import mounts
from gui_rec.phone.files import FileStore


def test_shared_storage_has_many_names() -> None:
    files = FileStore()
    files.write("/sdcard/a", b"1")
    for path in (
        "/storage/emulated/0/a",
        "/mnt/sdcard/a",
        "/storage/self/primary/a",
        "/sdcard/./Download/../a",
        "//sdcard//a",
    ):
        assert files.read(path) == b"1"
    assert files.resolve("/sdcardx") == "/sdcardx"
    assert files.resolve("/../..") == "/"


def test_a_new_phone_has_its_folders() -> None:
    files = FileStore()
    assert files.stat("/data/local/tmp").is_dir
    assert "Download" in files.listdir("/sdcard")
    assert files.listdir("/data/local/tmp") == []


@given(st.dictionaries(st.text("abcé", min_size=1, max_size=5), st.binary(max_size=30), max_size=6))
@settings(max_examples=50, deadline=None)
def test_what_is_written_is_read_and_listed(contents: dict[str, bytes]) -> None:
    files = FileStore()
    for name, data in contents.items():
        files.write(f"/data/local/tmp/{name}", data)
    assert files.listdir("/data/local/tmp") == sorted(contents)
    for name, data in contents.items():
        assert files.read(f"/data/local/tmp/{name}") == data
        assert files.stat(f"/data/local/tmp/{name}").size == len(data)


def test_writing_again_keeps_the_mode_and_the_inode() -> None:
    files = FileStore(lambda: 1234)
    files.write("/sdcard/f", b"one", mode=0o600)
    first = files.stat("/sdcard/f")
    files.write("/sdcard/f", b" two", append=True, mode=0o777)
    second = files.stat("/sdcard/f")
    assert files.read("/sdcard/f") == b"one two"
    assert (second.mode, second.inode, second.mtime_s) == (first.mode, first.inode, 1234)
    assert second.mode == 0o100600


def test_time_is_given_or_now() -> None:
    now = [10]
    files = FileStore(lambda: now[0])
    files.write("/sdcard/f", b"", mtime_s=5)
    assert files.stat("/sdcard/f").mtime_s == 5
    now[0] = 20
    files.touch("/sdcard/f")
    files.touch("/sdcard/new")
    assert (files.stat("/sdcard/f").mtime_s, files.read("/sdcard/new")) == (20, b"")


_WRONG: list[tuple[Callable[[FileStore], object], int]] = [
    (lambda files: files.read("/none"), errno.ENOENT),
    (lambda files: files.read("/sdcard"), errno.EISDIR),
    (lambda files: files.read("relative"), errno.EINVAL),
    (lambda files: files.read("/a\0b"), errno.EINVAL),
    (lambda files: files.write("/none/f", b""), errno.ENOENT),
    (lambda files: files.write("/sdcard", b""), errno.EISDIR),
    (lambda files: files.write("/", b""), errno.EISDIR),
    (lambda files: files.write("/sdcard/file/x", b""), errno.ENOTDIR),
    (lambda files: files.read("/sdcard/file/x"), errno.ENOTDIR),
    (lambda files: files.listdir("/sdcard/file"), errno.ENOTDIR),
    (lambda files: files.listdir("/none"), errno.ENOENT),
    (lambda files: files.mkdir("/sdcard"), errno.EEXIST),
    (lambda files: files.mkdir("/sdcard/file", parents=True), errno.EEXIST),
    (lambda files: files.mkdir("/sdcard/file/x/y", parents=True), errno.ENOTDIR),
    (lambda files: files.mkdir("/none/x"), errno.ENOENT),
    (lambda files: files.remove("/none"), errno.ENOENT),
    (lambda files: files.remove("/sdcard/Download"), errno.EISDIR),
    (lambda files: files.rename("/none", "/sdcard/x"), errno.ENOENT),
    (lambda files: files.rename("/sdcard/file", "/sdcard/Download"), errno.EISDIR),
    (lambda files: files.rename("/sdcard/Download", "/sdcard/Download/in"), errno.EINVAL),
    (lambda files: files.chmod("/none", 0o777), errno.ENOENT),
    (lambda files: files.stat("/none"), errno.ENOENT),
]


@pytest.mark.parametrize(("act", "code"), _WRONG)
def test_what_cannot_be_has_the_errno_of_a_real_file_system(
    act: Callable[[FileStore], object], code: int
) -> None:
    files = FileStore()
    files.write("/sdcard/file", b"")
    with pytest.raises(OSError) as caught:
        act(files)
    assert caught.value.errno == code
    assert caught.value.filename


def test_removing_and_moving() -> None:
    files = FileStore()
    files.write("/sdcard/Download/f", b"1")
    files.rename("/sdcard/Download", "/data/local/tmp/d")
    assert files.read("/data/local/tmp/d/f") == b"1"
    files.write("/sdcard/old", b"old")
    files.rename("/data/local/tmp/d/f", "/sdcard/old")
    files.rename("/sdcard/old", "/sdcard/old")
    assert files.read("/sdcard/old") == b"1"
    files.remove("/data/local/tmp/d", recursive=True)
    assert not files.exists("/data/local/tmp/d")


def test_the_null_device_swallows_and_is_empty() -> None:
    files = FileStore()
    files.write("/dev/null", b"gone")
    files.chmod("/dev/null", 0o600)
    assert files.read("/dev/null") == b""
    assert files.stat("/dev/null").mode == 0o020666
    assert files.exists("/dev/tty")


def test_the_storage_is_bounded_and_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui_rec.phone.files._LIMIT_BYTES", 100)
    files = FileStore()
    files.write("/sdcard/f", bytes(60))
    with pytest.raises(OSError, match="No space left"):
        files.write("/sdcard/g", bytes(60))
    files.write("/sdcard/f", bytes(90))
    files.remove("/sdcard/f")
    files.write("/sdcard/g", bytes(100))
    assert files.stat("/sdcard/g").size == 100


def test_modes_are_set_without_touching_the_type() -> None:
    files = FileStore()
    files.chmod("/sdcard", 0o700)
    assert files.stat("/sdcard").mode == 0o040700


_NAMES = st.sampled_from(["a", "b", "c"])
_STEPS = st.lists(
    st.tuples(
        st.sampled_from(["write", "append", "remove", "rename"]), _NAMES, _NAMES, st.binary(max_size=8)
    ),
    max_size=20,
)


@given(_STEPS)
@settings(max_examples=80, deadline=None)
def test_it_behaves_as_a_dictionary_of_names(steps: list[tuple[str, str, str, bytes]]) -> None:
    files, model = FileStore(), dict[str, bytes]()
    folder = "/data/local/tmp/"
    for kind, name, other, data in steps:
        if kind in ("write", "append"):
            files.write(folder + name, data, append=kind == "append")
            model[name] = model.get(name, b"") + data if kind == "append" else data
        elif name not in model:
            with pytest.raises(FileNotFoundError):
                files.remove(folder + name)
        elif kind == "remove":
            files.remove(folder + name)
            del model[name]
        else:
            files.rename(folder + name, folder + other)
            model[other] = model.pop(name)
    assert {name: files.read(folder + name) for name in files.listdir(folder)} == model


@given(st.text(st.sampled_from("ab./"), max_size=12))
@settings(max_examples=60, deadline=None)
def test_a_resolved_path_is_plain_and_stays(tail: str) -> None:
    clean = FileStore().resolve("/" + tail)
    assert clean.startswith("/")
    assert "//" not in clean
    assert ".." not in clean.split("/")
    assert FileStore().resolve(clean) == clean


def test_a_name_a_path_and_a_tree_have_their_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    files = FileStore()
    for path in ("/sdcard/" + "n" * 256, "/sdcard/" + "p/" * 2100, "/" + "d/" * 201):
        with pytest.raises(OSError, match="File name too long") as caught:
            files.mkdir(path, parents=True)
        assert caught.value.errno == errno.ENAMETOOLONG
    monkeypatch.setattr("gui_rec.phone.files._LIMIT_NODES", files._nodes + 1)
    files.write("/sdcard/a", b"")
    with pytest.raises(OSError, match="No space left"):
        files.write("/sdcard/b", b"")
    files.remove("/sdcard/a")
    files.write("/sdcard/b", b"")


def test_a_tree_never_grows_deeper_by_being_moved() -> None:
    files = FileStore()
    for base in ("/data/local/tmp/one", "/data/local/tmp/two"):
        files.mkdir(base + "/d" * 120, parents=True)
    with pytest.raises(OSError, match="File name too long"):
        files.rename("/data/local/tmp/one", "/data/local/tmp/two" + "/d" * 120 + "/one")
    assert FileStore.tree_of(files.saved()).saved() == files.saved()
    files.remove("/data/local/tmp/one", recursive=True)
    assert not files.exists("/data/local/tmp/one")


@given(st.lists(st.tuples(st.booleans(), st.binary(max_size=6), st.booleans()), max_size=20))
def test_what_is_appended_is_as_if_written_at_once(steps: list[tuple[bool, bytes, bool]]) -> None:
    files, expected = FileStore(), b""
    before = files._bytes
    files.write("/sdcard/f", b"")
    for append, data, looks in steps:
        files.write("/sdcard/f", data, append=append)
        expected = expected + data if append else data
        assert files.stat("/sdcard/f").size == len(expected)
        if looks:
            assert files.read("/sdcard/f") == expected
    assert files.read("/sdcard/f") is files.read("/sdcard/f")
    assert files.read("/sdcard/f") == expected
    assert files._bytes - before == len(expected)
    assert FileStore.tree_of(files.saved()).read("/sdcard/f") == expected


def test_devices_are_listed_and_neither_read_nor_written_nor_saved() -> None:
    files = FileStore(refusal=mounts.refusal, devices=lambda: ["/dev/input/event1"])
    assert files.listdir("/dev/input") == ["event1"]
    assert files.listdir("/dev") == ["input", "null", "tty"]
    assert stat_bits.S_ISCHR(files.stat("/dev/input/event1").mode)
    for act in (files.read, lambda path: files.write(path, b"x"), files.remove):
        with pytest.raises(OSError, match=r"denied|No such"):
            act("/dev/input/event1")
    assert all(node.path != "/dev/input/event1" for node in files.saved())


def test_a_store_takes_a_tree_that_it_could_not_have_written() -> None:
    """A snapshot is put back whole; who writes afterwards is refused as before."""
    free, guarded = FileStore(), FileStore(refusal=mounts.refusal)
    free.write("/system/x", b"x")
    guarded.adopt(FileStore.tree_of(free.saved()))
    assert guarded.read("/system/x") == b"x"
    with pytest.raises(OSError, match="Read-only file system"):
        guarded.write("/system/x", b"y")
