from __future__ import annotations

import pytest
from hearing import words

from gui_rec.recorder.heard.syntax import Group, Item, Link, Simple


def test_a_line_as_data() -> None:
    simple = Simple(tuple(words("input tap 1 2")), (), (), redirects_input=False)
    item = Item(Link.FIRST, 0, 13, (simple,))
    group = Group((item,), 1, 14, subshell=True, redirected=False)
    assert not item.background
    assert Item(Link.AND, 0, 15, (group,)).commands == (group,)
    assert hash(group) == hash(Group((item,), 1, 14, subshell=True, redirected=False))


@pytest.mark.parametrize(
    ("text", "link"), [("first", Link.FIRST), ("then", Link.THEN), ("and", Link.AND), ("or", Link.OR)]
)
def test_links_by_their_names(text: str, link: Link) -> None:
    assert Link(text) is link
