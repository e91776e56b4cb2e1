"""Changes of a view: find views by id, and put something else in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from gui_rec.phone.world.views import View

Change = Callable[[View], View]
Where = Callable[[View], bool]


def every(view: View) -> Iterator[View]:
    """`view` and all below it, in order."""
    yield view
    for child in view.children:
        yield from every(child)


def find(view: View, view_id: str, nth: int = 0) -> View | None:
    """The n-th view of that id."""
    found = [one for one in every(view) if one.id == view_id]
    return found[nth] if nth < len(found) else None


def count(view: View, view_id: str) -> int:
    return sum(one.id == view_id for one in every(view))


def everywhere(change: Change) -> Change:
    """The change done to all views, from the leaves up."""

    def done(view: View) -> View:
        return change(replace(view, children=tuple(done(child) for child in view.children)))

    return done


def siblings(
    view_id: str, change: Callable[[tuple[View, ...], int], tuple[View, ...]], nth: int = 0
) -> Change:
    """The children around the n-th view of that id: `change` gets them and its place among them."""

    def done(view: View) -> View:
        left = [nth]

        def go(one: View) -> View:
            places = [place for place, child in enumerate(one.children) if child.id == view_id]
            for place in places:
                if left[0] == 0:
                    left[0] = -1
                    return replace(one, children=change(one.children, place))
                if left[0] > 0:
                    left[0] -= 1
            return replace(one, children=tuple(go(child) for child in one.children))

        return go(view)

    return done


def at(view_id: str, change: Change, nth: int = 0) -> Change:
    """The change done to the n-th view of that id."""

    def done(around: tuple[View, ...], place: int) -> tuple[View, ...]:
        return (*around[:place], change(around[place]), *around[place + 1 :])

    return siblings(view_id, done, nth)


def with_text(view_id: str, text: str, nth: int = 0) -> Change:
    """Another text of the n-th view of that id."""
    return at(view_id, lambda view: replace(view, text=text), nth)


def without(view_id: str, nth: int = 0) -> Change:
    return siblings(view_id, lambda around, place: (*around[:place], *around[place + 1 :]), nth)


def twice(view_id: str, nth: int = 0) -> Change:
    return siblings(view_id, lambda around, place: (*around[: place + 1], *around[place:]), nth)


def before(view_id: str, *new: View, nth: int = 0) -> Change:
    return siblings(view_id, lambda around, place: (*around[:place], *new, *around[place:]), nth)


def after(view_id: str, *new: View, nth: int = 0) -> Change:
    return siblings(view_id, lambda around, place: (*around[: place + 1], *new, *around[place + 1 :]), nth)


def swapped(view_id: str, first: int, second: int) -> Change:
    """Two of the views of that id that are children of one view change places."""

    def done(around: tuple[View, ...], _place: int) -> tuple[View, ...]:
        places = [place for place, child in enumerate(around) if child.id == view_id]
        order = list(around)
        one, other = places[first], places[second]
        order[one], order[other] = order[other], order[one]
        return tuple(order)

    return siblings(view_id, done)
