from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress

import pytest
from driven_phone import Driven, signed_in
from hypothesis import given, settings
from hypothesis import strategies as st
from phone_commands import MemoryIo
from random_hands import act

from gui_rec.errors import InputError
from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.commands._api import Context
from gui_rec.phone.commands._log_buffer import LogEntry
from gui_rec.phone.commands._members import COMMANDS
from gui_rec.phone.files import FileStore
from gui_rec.phone.snapshot import Around, load, save
from gui_rec.phone.snapshot_files import FORMAT, VERSION
from gui_rec.phone.wire.faults import WireFault
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.phone import Phone
from gui_rec.testing.clock import FakeClock

SMALL = PhoneConfig(size=ScreenSize(360, 800), density_dpi=160, displays=2)
DUMPS = ("window", "display", "input", "input_method", "power", "activity", "battery", "SurfaceFlinger")


def _printed(phone: Phone, files: FileStore) -> bytes:
    """What a phone tells about itself over a shell."""

    async def line(*words: str) -> bytes:
        streams = MemoryIo()
        context = Context(phone, files, asyncio.Event(), _no_shell)
        await COMMANDS.get(words[0])(context, words[1:], streams)
        return bytes(streams.stdout + streams.stderr)

    async def every() -> bytes:
        said = [await line("dumpsys", service) for service in DUMPS]
        said += [await line("settings", "list", space) for space in ("system", "secure", "global")]
        return b"".join(
            [*said, await line("ime", "list", "-s"), await line("date", "+%s"), await line("wm", "size")]
        )

    return asyncio.run(every())


async def _no_shell(_context: object, line: str, _io: object) -> int:
    raise AssertionError(line)


def _seen(driven: Driven, files: FileStore) -> tuple[bytes, ...]:
    phone = driven.phone
    return (phone.frame(), phone.hierarchy().encode(), phone.second_frame(), _printed(phone, files))


def _state(phone: Phone) -> dict[str, object]:
    return {name: value for name, value in phone.state().items() if name != "version"}


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), before=st.integers(0, 15), after=st.integers(0, 15))
def test_what_is_loaded_is_what_was_saved(seed: int, before: int, after: int) -> None:
    chance, driven, files = random.Random(seed), Driven(SMALL), FileStore()
    for _ in range(before):
        act(driven, chance)
    files.write("/sdcard/a", bytes([seed % 256]))
    data, seen, state = save(driven.phone, files), _seen(driven, files), _state(driven.phone)
    version = driven.phone.version
    for _ in range(after):
        act(driven, chance)
    files.write("/sdcard/b", b"later")
    load(driven.phone, files, data)
    assert _seen(driven, files) == seen
    assert _state(driven.phone) == state
    assert save(driven.phone, files) == data
    assert driven.phone.version > version
    assert (files.read("/sdcard/a"), files.exists("/sdcard/b")) == (bytes([seed % 256]), False)


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_from_a_snapshot_on_everything_goes_the_same_way_on_another_phone(seed: int) -> None:
    chance, first, files = random.Random(seed), Driven(SMALL), FileStore()
    for _ in range(8):
        act(first, chance)
    data = save(first.phone, files)
    other = Driven(PhoneConfig(seed=99, locale="ar"), FakeClock())
    other.clock.advance(12345.6)
    other_files = FileStore()
    load(other.phone, other_files, data)
    hand, same_hand = random.Random(seed + 1), random.Random(seed + 1)
    for _ in range(8):
        assert act(first, hand) == act(other, same_hand)
        assert _seen(first, files) == _seen(other, other_files)


def test_a_snapshot_is_small_and_says_what_it_is() -> None:
    data = save(signed_in().phone, FileStore())
    assert len(data) < 20_000
    fields = json.loads(data)
    assert (fields["format"], fields["version"]) == (FORMAT, VERSION)


def test_a_finger_that_is_down_stays_down() -> None:
    driven, files = Driven(), FileStore()
    driven.phone.motion("DOWN", *driven.center("Shop"))
    data = save(driven.phone, files)
    driven.phone.motion("CANCEL", 0, 0)
    load(driven.phone, files, data)
    driven.phone.motion("UP", *driven.center("Shop"))
    assert driven.activity() == "com.example.shop.LoginActivity"


def test_the_panel_goes_on_as_it_was() -> None:
    driven, files = Driven(), FileStore()
    path = [(540, 1200, 0), (540, 1200, 60)]
    driven.phone.finger(path)
    data = save(driven.phone, files)

    def events() -> list[tuple[int, int]]:
        subscription = driven.phone.panel.subscribe()
        driven.phone.finger(path)
        subscription.close()
        return [(event.code, event.value) for event in subscription.take()]

    first = events()
    load(driven.phone, files, data)
    assert events() == first


def test_texts_that_are_shared_stay_shared() -> None:
    driven, files = signed_in(values={"shop.price.lamp": "1.00"}), FileStore()
    data = save(driven.phone, files)
    values = {"shop.price.mug": "2.00"}
    load(driven.phone, files, data, values=values)
    assert values == {"shop.price.lamp": "1.00"}
    assert driven.has("$1.00")
    values["shop.price.lamp"] = "3.00"
    driven.phone.faults.changes += 1
    assert driven.has("$3.00")


def _changed(path: str, value: object) -> bytes:
    fields = json.loads(save(signed_in().phone, FileStore()))
    *outer, last = path.split(".")
    place = fields
    for name in outer:
        place = place[int(name)] if isinstance(place, list) else place[name]
    place[last] = value
    return json.dumps(fields).encode()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "expected a snapshot"),
        (b"\x89PNG\r\n\x1a\n", "expected a snapshot"),
        (b"[1]", "expected a snapshot"),
        (b'{"format": "other", "version": 1}', "got 'other'"),
        (b'{"format": "gui-rec phone snapshot", "version": 3}', "newer than this gui-rec"),
        (b'{"format": "gui-rec phone snapshot", "version": 2}', "damaged"),
        (
            b'{"format": "gui-rec phone snapshot", "version": 1}',
            "older gui-rec, this one reads 2; save it anew",
        ),
        (_changed("wire_faults", [["rain", None, 0]]), "wire fault 'rain': expected one of offline"),
        (_changed("wire_faults", [["mute", 0, -1]]), "cannot be in"),
        (_changed("log", [[10**18, 1, "", "", "I"]]), "log: expected times"),
        (_changed("log", [[1, 1, "", "", "nothing"]]), "log: expected times"),
        (_changed("log", [[1, 1, "no base64!", "", "I"]]), "damaged"),
        (b"[" * 100_000, "expected a snapshot"),
        (_changed("phone.extra", 1), "damaged"),
        (_changed("phone.world.tasks", []), "the launcher has no task"),
        (_changed("phone.world.tasks.0.package", "com.nobody"), "no app 'com.nobody'"),
        (_changed("phone.world.tasks.1.activities.0.name", ".Nowhere"), "no screen '.Nowhere'"),
        (_changed("phone.world.faults", [["no-such", None, None, 0]]), "no-such"),
        (_changed("phone.world.settings", [["nowhere", "a", "b"]]), "nowhere"),
        (_changed("phone.world.faults", [["slow-page", "soon", None, 0]]), "expected seconds"),
        (_changed("phone.world.timers.0.what", "explode"), "the timer 'explode'"),
        (_changed("phone.world.timers.0.args", []), "the timer 'tick'"),
        (_changed("version", 0), "no version 0"),
        (_changed("phone.world.random", [3, [1, 2], None]), "cannot be in"),
        (_changed("phone.world.config.width_px", 10**9), "cannot be"),
        (_changed("phone.world.ime.current", "com.nobody/.Ime"), "com.nobody"),
        (_changed("phone.world.tasks.1.activities.0.vars", {"banner": "many"}), "cannot be in"),
        (_changed("files", [{"path": "/a/b", "mode": 33188, "mtime_s": 0, "inode": 2, "data": ""}]), "/a/b"),
        (_changed("files", [{"path": "/..", "mode": 16877, "mtime_s": 0, "inode": 2, "data": None}]), "/.."),
    ],
)
def test_what_is_no_snapshot_is_refused_in_one_line_and_changes_nothing(data: bytes, says: str) -> None:
    driven, files = signed_in(), FileStore()
    driven.tap("search_box")
    before = save(driven.phone, files)
    with pytest.raises(InputError, match=says) as caught:
        load(driven.phone, files, data, where="x.phone.json")
    assert str(caught.value).startswith("x.phone.json: ")
    assert "\n" not in str(caught.value)
    assert save(driven.phone, files) == before
    driven.phone.text("lamp")
    assert driven.node("search_box")["text"] == "lamp"


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_damaged_file_is_refused_or_is_another_phone(data: st.DataObject) -> None:
    whole = bytearray(_WHOLE)
    for _ in range(data.draw(st.integers(1, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    driven, files = Driven(SMALL), FileStore()
    with suppress(InputError):
        load(driven.phone, files, bytes(whole[: data.draw(st.integers(len(whole) // 2, len(whole)))]))
    assert driven.phone.frame()


_WHOLE = save(Driven(SMALL).phone, FileStore())


@pytest.mark.parametrize("path", ["", "a/../b", "relative"])
def test_a_file_without_a_place_is_a_state_that_cannot_be(path: str) -> None:
    driven, files = Driven(), FileStore()
    fields = json.loads(save(driven.phone, files))
    fields["files"][-1]["path"] = path
    with pytest.raises(InputError, match="cannot be in"):
        load(driven.phone, files, json.dumps(fields).encode())


def test_the_log_the_wire_and_every_file_name_are_in_it() -> None:
    driven, files, around = Driven(), FileStore(), Around()
    around.log.add(LogEntry(1_000_000, 7, "tag", "text \udcff", "W"))
    for fault in ("slow-acks:50", "mute:3@2", "offline"):
        around.wire.set(fault, True)
    around.wire.strikes(WireFault.MUTE)
    files.write("/sdcard/odd-\udcff", b"1")
    data = save(driven.phone, files, around)
    saved = (list(around.log.entries), around.wire.rows())
    around.log.clear()
    around.log.add(LogEntry(2_000_000, 8, "later", "text"))
    for name in around.wire.names():
        around.wire.set(name, False)
    files.remove("/sdcard/odd-\udcff")
    load(driven.phone, files, data, around=around)
    assert (around.log.entries, around.wire.rows()) == saved
    assert around.wire.rows() == [("mute", 3, 0), ("offline", None, 0), ("slow-acks", 50, 0)]
    assert files.read("/sdcard/odd-\udcff") == b"1"
    assert save(driven.phone, files, around) == data


def test_a_text_that_cannot_be_written_down_is_told() -> None:
    driven = Driven()
    driven.phone.settings.put("system", "k", "\udcff")
    with pytest.raises(InputError, match="no UTF-8"):
        save(driven.phone, FileStore())
