from __future__ import annotations

import pytest
from phone_commands import make_context, run


def test_night_mode_is_told_and_set() -> None:
    ctx, _ = make_context()
    assert run(ctx, "cmd", "uimode", "night").out == "Night mode: no\n"
    assert run(ctx, "cmd", "uimode", "night", "yes").out == "Night mode: yes\n"
    assert ctx.phone.settings.get("secure", "dark_theme") == "1"
    assert run(ctx, "cmd", "uimode", "night", "no").out == "Night mode: no\n"


@pytest.mark.parametrize("words", [(), ("car",), ("night", "blue"), ("night", "yes", "no")])
def test_other_words(words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    assert run(ctx, "cmd", "uimode", *words).status == 255
