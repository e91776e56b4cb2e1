"""Finding nodes for a call: by the selector in its parameters or by a handle given out earlier."""

from __future__ import annotations

from gui_rec.phone.u2._api import OBJECT_NOT_FOUND, THROWN, RpcError, Session
from gui_rec.phone.u2.nodes import UiNode, roots_of
from gui_rec.phone.u2.params import Params
from gui_rec.phone.u2.selector import UiQuery, read_query


def query_at(session: Session, params: Params, position: int = 0) -> UiQuery:
    """The selector at `position`: the object itself, or a handle's. Raises ParamError, RpcError."""
    value = params.raw(position)
    if isinstance(value, str):
        if value not in session.objects:
            raise not_found(value)
        value = session.objects[value]
    return read_query(value)


def find_all(session: Session, query: UiQuery) -> list[UiNode]:
    """All nodes the selector means, in the windows of this moment."""
    return query.find(roots_of(session.accessibility.scene))


def find_one(session: Session, query: UiQuery) -> UiNode:
    """The first node the selector means. Raises RpcError as UiObjectNotFoundException."""
    found = find_all(session, query)
    if not found:
        raise not_found(query.wording)
    return found[0]


def node_at(session: Session, params: Params, position: int = 0) -> UiNode:
    """The node that the selector or handle at `position` means. Raises ParamError, RpcError."""
    return find_one(session, query_at(session, params, position))


def not_found(wording: str) -> RpcError:
    """The error for a view that is not there; `wording` is the selector's."""
    return RpcError(THROWN, OBJECT_NOT_FOUND, wording)
