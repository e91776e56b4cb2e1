from __future__ import annotations

import re

import pytest
from fake_app import OPEN
from scripted_phone import Answer, scripted_phone
from string_cases import string_cases

from gui_rec.device.adb.screen import Screenshot, dump_hierarchy, take_screenshot
from gui_rec.errors import CaptureError
from gui_rec.testing.builders import hierarchy_xml, png

XML = hierarchy_xml([OPEN]).encode()
PNG = png()
_DUMP = re.compile(r"rm -f (?P<path>\S+); uiautomator dump (?P<options>--compressed )?(?P=path)")
_READ = re.compile(r"cat (?P<path>\S+); rm -f (?P=path)")


class Dumps:
    """A phone's files. `said` is what each dump prints; it writes `xml` where that speaks of no error."""

    def __init__(self, *said: str, xml: bytes = XML, status: int = 0) -> None:
        self.said = list(said)
        self.xml = xml
        self.status = status
        self.files: dict[str, bytes] = {
            "/data/local/tmp/uidump.xml": b"OLD",
            "/sdcard/window_dump.xml": b"OLD",
        }
        self.compressed: list[bool] = []

    def __call__(self, line: str) -> Answer:
        dump = _DUMP.fullmatch(line)
        if dump is not None:
            assert dump["path"] not in self.files, "a name that was never used"
            self.compressed.append(dump["options"] is not None)
            said = self.said.pop(0) if self.said else f"UI hierchary dumped to: {dump['path']}\n"
            if "dumped to" in said:
                self.files[dump["path"]] = self.xml
            return b"", said.encode(), self.status
        read = _READ.fullmatch(line)
        assert read is not None, line
        content = self.files.pop(read["path"], None)
        return content if content is not None else (b"", b"No such file or directory\n", 1)


def test_a_dump_is_read_back_from_a_new_file_and_removed() -> None:
    dumps = Dumps()
    with scripted_phone(dumps) as phone:
        assert dump_hierarchy(phone.session).encode() == XML
        assert dump_hierarchy(phone.session).encode() == XML
        assert len(set(phone.lines)) == 4
    assert set(dumps.files.values()) == {b"OLD"}


@pytest.mark.parametrize(
    ("said", "status", "reason"),
    [
        ("ERROR: null root node returned by UiTestAutomationBridge.\n", 0, "dump_null_root"),
        ("Killed\n", 137, "dump_killed"),
        ("java.lang.IllegalArgumentException: Illegal character (d83d)\n", 0, "dump_crashed"),
        ("", 0, "dump_crashed"),
    ],
)
def test_a_failed_dump_never_reads_an_older_file(said: str, status: int, reason: str) -> None:
    with scripted_phone(Dumps(said, status=status)) as phone, pytest.raises(CaptureError) as raised:
        dump_hierarchy(phone.session)
    assert raised.value.reason == reason


def test_a_busy_screen_is_tried_once_more_compressed() -> None:
    dumps = Dumps("ERROR: could not get idle state.\n")
    with scripted_phone(dumps) as phone:
        assert dump_hierarchy(phone.session).encode() == XML
    assert dumps.compressed == [False, True]


def test_and_no_more_than_once() -> None:
    busy = "ERROR: could not get idle state.\n"
    dumps = Dumps(busy, busy, busy)
    with scripted_phone(dumps) as phone, pytest.raises(CaptureError) as raised:
        dump_hierarchy(phone.session)
    assert raised.value.reason == "dump_not_idle"
    assert dumps.compressed == [False, True]


@pytest.mark.parametrize(
    ("xml", "reason"),
    [
        (b'<hierarchy rotation="0" />', "dump_empty"),
        (XML[:-20], "dump_crashed"),
        (b"<!DOCTYPE a [<!ENTITY b 'c'>]><hierarchy/>", "dump_crashed"),
        (b"not xml", "dump_crashed"),
    ],
)
def test_a_file_that_is_no_hierarchy_is_none(xml: bytes, reason: str) -> None:
    with scripted_phone(Dumps(xml=xml)) as phone, pytest.raises(CaptureError) as raised:
        dump_hierarchy(phone.session)
    assert raised.value.reason == reason


def test_a_line_that_breaks_is_a_lost_device() -> None:
    from gui_rec.errors import DeviceLostError

    with scripted_phone(lambda line: None) as phone, pytest.raises(DeviceLostError):
        dump_hierarchy(phone.session)


def test_a_hierarchy_that_breaks_off_is_none_while_the_phone_goes_on() -> None:
    dumps = Dumps()
    with scripted_phone(lambda line: None if line.startswith("cat ") else dumps(line)) as phone:
        with pytest.raises(CaptureError, match="hung up in the middle") as raised:
            dump_hierarchy(phone.session)
        assert raised.value.reason == "dump_killed"


def test_a_screenshot() -> None:
    with scripted_phone(lambda line: PNG) as phone:
        assert take_screenshot(phone.session) == Screenshot(PNG, b"")
        take_screenshot(phone.session, display_id="4619827259835644672")
        assert phone.lines == ["screencap -p", "screencap -d 4619827259835644672 -p"]


def test_equal_bytes_are_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[bytes] = []
    monkeypatch.setattr("gui_rec.device.adb.screen.check_png", checked.append)
    with scripted_phone(lambda line: PNG) as phone:
        first = take_screenshot(phone.session)
        assert take_screenshot(phone.session, known=first.png) == first
    assert checked == [PNG]


def test_a_warning_about_several_displays_is_cut_off() -> None:
    (case,) = [row for row in string_cases("screencap_prefix") if row.get("then")]
    with scripted_phone(lambda line: case["raw"].encode() + PNG) as phone:
        shot = take_screenshot(phone.session)
    assert shot.png == PNG
    assert shot.is_ambiguous


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (b"", "screencap_failed"),
        (b"Failed to take screenshot. Status: -1\nCapturing failed.\n", "screencap_failed"),
        (PNG[:-12], "screencap_truncated"),
        (PNG[: len(PNG) // 2], "screencap_truncated"),
        (PNG.replace(b"\n", b"\r\r\n"), "screencap_failed"),
    ],
)
def test_anything_else_is_no_screenshot(output: bytes, reason: str) -> None:
    with scripted_phone(lambda line: output) as phone, pytest.raises(CaptureError) as raised:
        take_screenshot(phone.session)
    assert raised.value.reason == reason
    if output.startswith(b"Failed"):
        assert "Status: -1" in str(raised.value)


SEVERAL = (
    b'<displays><display id="0"><window active="true"><hierarchy rotation="0"><node bounds="[0,0][1,1]" /></hierarchy>'
    b'</window></display><display id="1"><window><hierarchy rotation="0"><node text="b" bounds="[0,0][1,1]" />'
    b"</hierarchy></window></display></displays>"
)


def test_another_displays_hierarchy_is_cut_out_of_the_dump_of_all_windows() -> None:
    lines: list[str] = []

    def phone(line: str) -> Answer:
        lines.append(line)
        return SEVERAL if line.startswith("cat") else (b"", b"ERROR: could not get idle state.\n", 0)

    with scripted_phone(lambda line: SEVERAL if line.startswith("cat") else b"dumped to: x") as scripted:
        assert dump_hierarchy(scripted.session, 1).endswith(
            '<hierarchy rotation="0"><node text="b" bounds="[0,0][1,1]" /></hierarchy>'
        )
        assert "uiautomator dump --windows /data" in scripted.lines[0]
    with scripted_phone(phone) as scripted, pytest.raises(CaptureError, match="never came to rest"):
        dump_hierarchy(scripted.session, 1)
    assert [line.split("uiautomator dump ")[1].rpartition(" ")[0] for line in lines if "dump" in line] == [
        "--windows",
        "--windows --compressed",
    ]


@pytest.mark.parametrize(
    ("sent", "display", "reason"),
    [(SEVERAL, 2, "dump_null_root"), (XML, 1, "dump_crashed"), (SEVERAL[:-5], 1, "dump_crashed")],
)
def test_a_dump_without_the_display_is_no_hierarchy(sent: bytes, display: int, reason: str) -> None:
    with (
        scripted_phone(lambda line: sent if line.startswith("cat") else b"dumped to: x") as scripted,
        pytest.raises(CaptureError) as raised,
    ):
        dump_hierarchy(scripted.session, display)
    assert raised.value.reason == reason
