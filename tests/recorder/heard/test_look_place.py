"""Where a look goes, and that nothing which may be an older one is taken for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.recorder.heard.look_place import Place, look_place, read_file

P = "/sdcard/w.xml"


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("uiautomator dump /dev/tty", Place(None, streams=True)),
        ("uiautomator dump /dev/stdout 2>/dev/null", Place(None, streams=True)),
        (f"rm -f {P}; uiautomator dump {P} && echo success", Place(P, streams=False, is_removed=True)),
        (f"rm -f {P}; uiautomator dump {P} && cat {P}", Place(P, streams=True, is_removed=True)),
        (f"rm -f {P} && uiautomator dump {P}; cat {P}", Place(P, streams=True, is_removed=True)),
        (
            "rm -f /sdcard/window_dump.xml; uiautomator dump",
            Place("/sdcard/window_dump.xml", streams=False, is_removed=True),
        ),
    ],
)
def test_a_dump_that_cannot_be_an_older_one(line: str, place: Place) -> None:
    assert look_place(line, is_dump=True) == place


@pytest.mark.parametrize(
    "line",
    [
        f"uiautomator dump {P}",
        f"uiautomator dump {P} && cat {P}",
        "uiautomator dump",
        f"uiautomator dump {P}; rm -f {P}",
        f"rm -f {P} 2>/dev/null; uiautomator dump {P}",
        f"rm -f /sdcard/other.xml; uiautomator dump {P}",
        f"false && rm -f {P}; uiautomator dump {P}",
        f"rm -f {P} || uiautomator dump {P}",
        f"rm -i {P}; uiautomator dump {P}",
        f"rm -f {P}; cp /sdcard/old.xml {P}; uiautomator dump {P}",
        f"rm -f {P}; uiautomator dump {P}; cat /sdcard/old.xml",
        f"rm -f {P}; uiautomator dump {P} & ",
        f"cat {P}; uiautomator dump /dev/tty",
        f"cat {P} | uiautomator dump /dev/tty",
        "uiautomator dump --compressed /dev/tty",
        "uiautomator dump /dev/tty; uiautomator dump /dev/tty",
        "uiautomator dump $FILE",
        "uiautomator dump w.xml",
        "echo '<?xml?><hierarchy></hierarchy>'; uiautomator dump /dev/tty",
        "X=1 uiautomator dump /dev/tty",
        "(uiautomator dump /dev/tty)",
        "for",
        "",
    ],
)
def test_a_dump_that_may_be_an_older_one(line: str) -> None:
    assert look_place(line, is_dump=True) is None


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("screencap -p", Place(None, streams=True)),
        ("/system/bin/screencap -p -d 0", Place(None, streams=True)),
        ("screencap -p 2>/dev/null", Place(None, streams=True)),
        ("screencap -p /sdcard/a.png", Place("/sdcard/a.png", streams=False)),
        ("screencap -p /sdcard/a.png && cat /sdcard/a.png", Place("/sdcard/a.png", streams=True)),
        (
            "rm -f /sdcard/a.png; screencap -p /sdcard/a.png",
            Place("/sdcard/a.png", streams=False, is_removed=True),
        ),
    ],
)
def test_a_screenshot_that_says_itself_whether_it_was_taken(line: str, place: Place) -> None:
    assert look_place(line, is_dump=False) == place


@pytest.mark.parametrize(
    "line",
    [
        "screencap -p /sdcard/a.png; cat /sdcard/a.png",
        "screencap -p /sdcard/a.png; echo done",
        "screencap -p /sdcard/a.png 2>/dev/null",
        "screencap -p > /sdcard/a.png",
        "screencap -p | base64",
        "screencap -p /sdcard/a.png /sdcard/b.png",
        "screencap -h",
        "cat /sdcard/a.png; screencap -p",
    ],
)
def test_a_screenshot_that_may_be_an_older_one(line: str) -> None:
    assert look_place(line, is_dump=False) is None


@pytest.mark.parametrize(
    ("line", "path"),
    [
        (f"cat {P}", P),
        (f"cat '{P}'", P),
        (f"cat {P} {P}", None),
        (f"cat {P}; cat {P}", None),
        (f"cat < {P}", None),
        (f"head {P}", None),
        ("cat w.xml", None),
        ("cat /sdcard/*.xml", None),
        ("", None),
        ("if", None),
    ],
)
def test_a_file_that_is_printed(line: str, path: str | None) -> None:
    assert read_file(line) == path


_WORD = st.sampled_from(
    [
        "rm",
        "-f",
        P,
        "uiautomator",
        "dump",
        ";",
        "&&",
        "||",
        "|",
        "cat",
        "/dev/tty",
        "echo",
        "x",
        "&",
        "(",
        "'",
        "$X",
        ">",
    ]
)


@given(st.lists(_WORD, max_size=12).map(" ".join))
def test_no_line_breaks_it_and_a_file_always_was_removed_first(line: str) -> None:
    place = look_place(line, is_dump=True)
    if place is not None and place.path is not None:
        assert place.is_removed
        assert line.index("rm") < line.index("uiautomator")
    read_file(line)
