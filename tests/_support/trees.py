"""Hierarchies for tests: readable builders of dump XML, and random trees."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from xml.sax.saxutils import quoteattr

from hypothesis import strategies as st

from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Tree

FLAGS = (
    "checkable", "checked", "clickable", "enabled", "focusable", "focused", "scrollable", "long-clickable",
    "password", "selected",
)  # fmt: skip


@dataclass(frozen=True)
class N:
    """A node to be written as `uiautomator dump` writes it."""

    cls: str = "android.widget.FrameLayout"
    rid: str = ""
    text: str = ""
    desc: str = ""
    bounds: tuple[int, int, int, int] = (0, 0, 100, 100)
    flags: frozenset[str] = frozenset({"enabled"})
    children: tuple[N, ...] = ()
    package: str = "com.example"
    index: int = 0
    extra: tuple[tuple[str, str], ...] = field(default=())

    def xml(self) -> str:
        """The element with all that is below it."""
        left, top, right, bottom = self.bounds
        values = {
            "index": str(self.index), "text": self.text, "resource-id": self.rid, "class": self.cls,
            "package": self.package, "content-desc": self.desc,
        }  # fmt: skip
        values |= {flag: str(flag in self.flags).lower() for flag in FLAGS}
        values["bounds"] = f"[{left},{top}][{right},{bottom}]"
        values |= dict(self.extra)
        written = " ".join(f"{name}={_quoted(value)}" for name, value in values.items())
        return f"<node {written}>{''.join(child.xml() for child in self.children)}</node>"

    def count(self) -> int:
        return 1 + sum(child.count() for child in self.children)


def text(said: str, rid: str = "", *, top: int = 0, **more: object) -> N:
    """A line of text, 40 px high at `top`."""
    node = N("android.widget.TextView", rid=rid, text=said, bounds=(0, top, 400, top + 40))
    return replace(node, **more)  # type: ignore[arg-type]


def dump(*roots: N, rotation: int | None = 0) -> str:
    """The whole document."""
    turned = "" if rotation is None else f' rotation="{rotation}"'
    head = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
    return f"{head}<hierarchy{turned}>{''.join(root.xml() for root in roots)}</hierarchy>"


def tree(*roots: N) -> Tree:
    return parse_hierarchy(dump(*roots))


def at(root: N, path: tuple[int, ...]) -> N:
    """The node below `root` at `path`."""
    for step in path:
        root = root.children[step]
    return root


def put(root: N, path: tuple[int, ...], node: N) -> N:
    """`root` with `node` at `path`."""
    if not path:
        return node
    children = list(root.children)
    children[path[0]] = put(children[path[0]], path[1:], node)
    return replace(root, children=tuple(children))


def paths(root: N, above: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Every node's path, the root's `()` first, in document order."""
    out = [above]
    for place, child in enumerate(root.children):
        out += paths(child, (*above, place))
    return out


_CLASSES = (
    "android.widget.TextView", "android.widget.Button", "android.widget.LinearLayout", "android.view.View",
    "android.widget.EditText", "androidx.appcompat.widget.AppCompatCheckBox",
    "androidx.recyclerview.widget.RecyclerView",
)  # fmt: skip
_BOUNDS = st.sampled_from(
    [
        (0, 0, 100, 100),
        (0, 0, 400, 60),
        (0, 60, 400, 120),
        (10, 10, 60, 60),
        (-5, 3, 90, 80),
        (7, 200, 300, 399),
    ]
)
_LOOSE_FLAGS = [flag for flag in FLAGS if flag != "password"]
any_text = st.one_of(
    st.sampled_from(["", "", "OK", "Price", "$24.00", "Wi-Fi", "设置", "a\nb", "😀 & <b>\"'"]),
    st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff"), max_size=8),
)


@st.composite
def nodes(draw: st.DrawFn, depth: int = 2) -> N:
    """A random node with up to `depth` levels below it."""
    children = draw(st.lists(nodes(depth - 1), max_size=3)) if depth else []
    bits = draw(st.integers(0, 2 ** len(_LOOSE_FLAGS) - 1))
    return N(
        cls=draw(st.sampled_from(_CLASSES)),
        rid=draw(st.sampled_from(["", "com.example:id/a", "com.example:id/b", "com.example:id/title"])),
        text=draw(any_text),
        desc=draw(st.sampled_from(["", "", "Back"])),
        bounds=draw(_BOUNDS),
        flags=frozenset(flag for place, flag in enumerate(_LOOSE_FLAGS) if bits >> place & 1),
        children=tuple(children),
    )


def _quoted(value: str) -> str:
    return quoteattr(value, {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})
