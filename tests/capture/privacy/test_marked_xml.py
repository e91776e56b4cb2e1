from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import N, dump, nodes

from gui_rec.capture.privacy.marked_xml import rewritten
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Tree

DUMPS = [
    path
    for path in sorted((Path(__file__).parents[2] / "data" / "hierarchy").rglob("*.xml"))
    if "other_dialect" not in path.name
]


def unchanged(_path: str | None, attributes: Mapping[str, str]) -> Mapping[str, str]:
    return attributes


def content(tree: Tree) -> tuple[object, ...]:
    nodes = tuple((node.path, *node.attributes) for node in tree.walk())
    return tree.rotation, tree.dialect, tree.windows, nodes


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.name)
def test_a_real_dump_written_again_is_the_same_tree(path: Path) -> None:
    xml = path.read_bytes().decode("utf-8", "replace")
    assert content(parse_hierarchy(rewritten(xml, unchanged))) == content(parse_hierarchy(xml))


@given(st.lists(nodes(), min_size=1, max_size=3))
def test_any_tree_written_again_is_the_same_tree(roots: list[N]) -> None:
    xml = dump(*roots)
    assert content(parse_hierarchy(rewritten(xml, unchanged))) == content(parse_hierarchy(xml))


@given(st.lists(nodes(), min_size=1, max_size=3))
def test_paths_are_those_of_the_tree(roots: list[N]) -> None:
    xml, seen = dump(*roots), list[str]()

    def note(path: str | None, attributes: Mapping[str, str]) -> Mapping[str, str]:
        seen.extend([path] if path is not None else [])
        return attributes

    rewritten(xml, note)
    assert seen == [node.path for node in parse_hierarchy(xml).walk()]


def test_what_stands_around_the_xml_is_left_out_and_breaks_stay() -> None:
    xml = 'WARNING: x\n<hierarchy rotation="1"><!-- c --><node text="a&#10;b&lt;" bounds="[0,0][1,1]"/></hierarchy>tail <'
    again = rewritten(xml, unchanged)
    assert "WARNING" not in again
    assert "<!--" not in again
    assert "tail" not in again
    (node,) = parse_hierarchy(again).walk()
    assert node.text == "a\nb<"


def test_an_attribute_is_replaced_by_path() -> None:
    xml = dump(N(children=(N(text="a"), N(text="b"))))
    again = rewritten(xml, lambda path, old: {**old, "text": "c"} if path == "0/1" else old)
    assert [node.text for node in parse_hierarchy(again).walk()] == ["", "a", "c"]
