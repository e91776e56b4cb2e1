from __future__ import annotations

from hearing import SCREEN, a_series

from gui_rec.recorder.heard._api import Kind
from gui_rec.recorder.heard.script_text import hear_script


def kinds(text: str) -> list[Kind]:
    return [part.heard.kind for part in hear_script(text, SCREEN, a_series())]


def test_the_acts_of_a_script_in_their_order() -> None:
    script = "#!/system/bin/sh\n# taps\ninput tap 1 2\nsleep 1\n\ninput swipe 1 2 3 4 500\n"
    found = hear_script(script, SCREEN, a_series())
    assert [part.text for part in found] == ["input tap 1 2\nsleep 1", "input swipe 1 2 3 4 500"]
    assert kinds(script) == [Kind.ACTION, Kind.ACTION]


def test_what_only_a_shell_can_tell_is_opaque() -> None:
    assert kinds("for i in 1 2 3; do\n input tap $i 5\ndone\n") == [Kind.OPAQUE]
    assert kinds("X=$(ls)\ninput tap 9 5\ninput tap 1 2\n") == [Kind.OPAQUE]
    assert kinds("input tap $1 $2\n") == [Kind.OPAQUE]


def test_a_script_that_does_not_act_is_a_query() -> None:
    assert kinds("for i in 1 2; do echo $i; done") == [Kind.QUERY]
    assert kinds("") == [Kind.QUERY]


def test_a_windows_line_end_is_part_of_the_last_word_as_the_phones_shell_has_it() -> None:
    assert kinds("input tap 1 2\r\n") == [Kind.ACTION]
    assert kinds("input keyevent BACK\r\n") == [Kind.QUERY]
    assert kinds("input text a\r\n") == [Kind.OPAQUE]
