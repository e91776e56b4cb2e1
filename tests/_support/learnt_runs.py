"""Runs of one step of a small shop, as induction takes them: a page whose clock, banner and row notes vary."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trees import N, dump, text

from gui_rec.model.actions import Action, Tap
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step, Target
from gui_rec.ui.facts import facts_of
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.state_key import state_key

SHOP = "com.example.shop"
BUTTON = "android.widget.Button"
ADD = "Add to cart"


@dataclass(frozen=True)
class ListPage:
    """The list of goods. `rows` are (name, price, note)."""

    clock: str = "10:30"
    banner: str = "Spring sale"
    cart: str = "0"
    rows: tuple[tuple[str, str, str], ...] = (
        ("Bread", "$2.50", "7 left"),
        ("Milk", "$1.20", "12 left"),
        ("Tea", "$4.00", "3 left"),
    )
    loved: bool = False
    extra: tuple[N, ...] = ()

    def seen(self) -> Observation:
        """What a look at it gives."""
        return observation(
            text("Goods", f"{SHOP}:id/title", top=0),
            text(self.clock, f"{SHOP}:id/clock", top=40),
            text(self.banner, f"{SHOP}:id/banner", top=80),
            text(self.cart, f"{SHOP}:id/cart_count", top=120),
            N(
                "android.widget.CheckBox",
                f"{SHOP}:id/loved",
                "Loved",
                bounds=(0, 160, 400, 200),
                flags=frozenset(
                    {"enabled", "checkable", "clickable"} | ({"checked"} if self.loved else set())
                ),
            ),
            _list(self.rows),
            *self.extra,
        )


def _list(rows: tuple[tuple[str, str, str], ...]) -> N:
    return N(
        "androidx.recyclerview.widget.RecyclerView",
        f"{SHOP}:id/goods",
        bounds=(0, 200, 400, 2000),
        flags=frozenset({"enabled", "scrollable"}),
        children=tuple(_row(place, *row) for place, row in enumerate(rows)),
    )


def _row(place: int, name: str, price: str, note: str) -> N:
    top = 200 + 120 * place
    parts = (
        text(name, f"{SHOP}:id/name", top=top),
        text(price, f"{SHOP}:id/price", top=top + 40),
        text(note, f"{SHOP}:id/note", top=top + 80),
    )
    return N(
        "android.view.ViewGroup",
        f"{SHOP}:id/row",
        bounds=(0, top, 400, top + 120),
        flags=frozenset({"enabled", "clickable"}),
        children=parts,
    )


def observation(*nodes: N, activity: str = ".Main", package: str = SHOP) -> Observation:
    """A look at a page with these nodes below one frame."""
    xml = dump(
        N(bounds=(0, 0, 400, 2400), package=package, children=tuple(_of(node, package) for node in nodes))
    )
    tree = parse_hierarchy(xml)
    return Observation(
        ui_xml=xml,
        package=package,
        activity=activity,
        state_key=state_key(tree, package=package, activity=activity),
        facts=facts_of(tree, (), keyboard=False),
    )


def _of(node: N, package: str) -> N:
    return replace(node, package=package, children=tuple(_of(child, package) for child in node.children))


def step(
    pre: Observation,
    post: Observation,
    action: Action | None = None,
    *,
    path: str | None = None,
    index: int = 0,
) -> Step:
    """A transition; `path` is its target's place in the state before."""
    target = None
    if path is not None:
        target = Target(None, Rect(0, 0, 1, 1), None, None, None, None, path, 1)
    return Step(index=index, pre=pre, action=action or Tap(0.5, 0.5), post=post, target=target)


def shopping(page: ListPage, *, version: str | None = "1.0") -> tuple[Step, ...]:
    """Two steps of a task: put something into the cart, then love the page."""
    added = replace(page, cart=str(int(page.cart) + 1))
    loved = replace(added, loved=True)
    steps = (step(page.seen(), added.seen()), step(added.seen(), loved.seen(), path="0/4", index=1))
    return tuple(replace(each, app_version=version) for each in steps)
