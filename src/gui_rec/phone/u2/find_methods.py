"""Methods that look views up and wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from gui_rec.phone.u2._api import RpcError, Session
from gui_rec.phone.u2.info import object_info
from gui_rec.phone.u2.lookup import find_all, find_one, node_at, not_found, query_at
from gui_rec.phone.u2.nodes import UiNode
from gui_rec.phone.u2.params import ParamError, Params
from gui_rec.phone.u2.selector import INSTANCE_MASK, UiQuery, read_query

_LOOK_EVERY_MS = 50


async def exist(session: Session, params: Params) -> object:
    """`exist(selector)`"""
    return _is_there(session, params)


async def count(session: Session, params: Params) -> object:
    """`count(selector)`"""
    return len(find_all(session, query_at(session, params)))


async def info(session: Session, params: Params) -> object:
    """`objInfo(selector)`: the first match. Throws UiObjectNotFoundException."""
    return object_info(node_at(session, params))


async def info_of_all(session: Session, params: Params) -> object:
    """`objInfoOfAllInstances(selector)`"""
    return [object_info(node) for node in find_all(session, query_at(session, params))]


async def wait_for_exists(session: Session, params: Params) -> object:
    """`waitForExists(selector, ms)`: whether the view came in time."""
    return await _wait(session, params, there=True)


async def wait_until_gone(session: Session, params: Params) -> object:
    """`waitUntilGone(selector, ms)`: whether the view went in time."""
    return await _wait(session, params, there=False)


async def _wait(session: Session, params: Params, *, there: bool) -> bool:
    loop = asyncio.get_running_loop()
    until_s = loop.time() + params.count(1) / 1000
    while _is_there(session, params) is not there:
        left_ms = (until_s - loop.time()) * 1000
        if left_ms <= 0 or not await session.pause(max(1, min(_LOOK_EVERY_MS, left_ms))):
            return False
    return True


def _is_there(session: Session, params: Params) -> bool:
    try:
        return bool(find_all(session, query_at(session, params)))
    except RpcError:
        return False


async def child_by_text(session: Session, params: Params) -> object:
    """`childByText(collection, pattern, text[, scroll])`: the handle of the child that has the text in it."""
    return _child(session, params, read_query({"mask": 0x01, "text": params.text(2)}))


async def child_by_description(session: Session, params: Params) -> object:
    """`childByDescription(collection, pattern, description[, scroll])`"""
    return _child(session, params, read_query({"mask": 0x40, "description": params.text(2)}))


async def child_by_instance(session: Session, params: Params) -> object:
    """`childByInstance(collection, pattern, instance)`"""
    handle = _handle(session, params, params.count(2))
    find_one(session, read_query(session.objects[handle]))
    return handle


def _child(session: Session, params: Params, holds: UiQuery) -> str:
    collection = find_one(session, query_at(session, params))
    pattern = query_at(session, params, 1)
    for number, child in enumerate(pattern.find(collection.children)):
        if holds.find([child]):
            return _handle(session, params, number)
    raise not_found(f"{holds.wording} in {pattern.wording}")


def _handle(session: Session, params: Params, instance: int) -> str:
    """A name for the child of that number, kept as the selector it stands for."""
    collection, pattern = _fields(params.raw(0)), _fields(params.raw(1))
    mask = pattern.get("mask", 0)
    numbered = {
        **pattern,
        "mask": (mask if isinstance(mask, int) else 0) | INSTANCE_MASK,
        "instance": instance,
    }
    name = f"obj-{len(session.objects) + 1}"
    session.objects[name] = {
        **collection,
        "childOrSibling": [*_list(collection, "childOrSibling"), "child"],
        "childOrSiblingSelector": [*_list(collection, "childOrSiblingSelector"), numbered],
    }
    return name


def _fields(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise ParamError(f"expected a selector object, got {value!r}")
    return value


def _list(fields: Mapping[str, object], name: str) -> list[object]:
    value = fields.get(name) or []
    return list(value) if isinstance(value, list) else []


def center(node: UiNode) -> tuple[int, int]:
    """The middle of what is seen of a node, in px."""
    seen = node.visible
    return (seen.left + seen.right) // 2, (seen.top + seen.bottom) // 2
