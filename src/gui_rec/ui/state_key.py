"""State keys: ordered Merkle hashes of the canonical tree at three levels."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b

from gui_rec.model.observation import StateKey
from gui_rec.ui.canonical import CanonicalNode, canonical, walk
from gui_rec.ui.tree import Tree

_DIGEST_BYTES = 8


def state_key(tree: Tree, *, package: str | None, activity: str | None) -> StateKey:
    """The keys of `tree` in front of `package`/`activity`, 16 hex digits each.

    `structure` covers roles and ids, `content` adds texts and descriptions, `state` adds
    checked/selected/enabled. Order counts on every level. A package of None is read off the tree. Short
    and full activity names give equal keys. Bounds, focus and scrolling are outside the keys.
    """
    package = package or tree.package or ""
    roots = canonical(tree)
    levels = digests(roots)
    head = _pack(package, full_activity(package, activity))
    keys = [_hash(head, *(levels[root][level] for root in roots)).hex() for level in range(3)]
    return StateKey(*keys)


def full_activity(package: str, activity: str | None) -> str:
    """`.Main`, `Main`, `com.x/.Main` and `com.x.Main` in package com.x -> `com.x.Main`; None -> ""."""
    if not activity:
        return ""
    owner, slash, name = activity.rpartition("/")
    package = owner if slash else package
    if name.startswith("."):
        return package + name
    return name if "." in name else f"{package}.{name}"


def same_state(before: Tree, after: Tree) -> bool:
    """Equal on all levels; package and activity do not count."""
    old, new = canonical(before), canonical(after)
    levels_old, levels_new = digests(old), digests(new)
    return [levels_old[root][2] for root in old] == [levels_new[root][2] for root in new]


@lru_cache(maxsize=8)
def digests(roots: tuple[CanonicalNode, ...]) -> Mapping[CanonicalNode, tuple[bytes, bytes, bytes]]:
    """Hashes of every subtree on the three levels: structure, content, state."""
    done: dict[CanonicalNode, tuple[bytes, bytes, bytes]] = {}
    for node in reversed(walk(roots)):
        below = [done[child] for child in node.children]
        structure = _pack(node.role, node.rid)
        content = structure + _pack(node.text, node.desc)
        state = content + bytes(node.flags)
        done[node] = (
            _hash(structure, *(levels[0] for levels in below)),
            _hash(content, *(levels[1] for levels in below)),
            _hash(state, *(levels[2] for levels in below)),
        )
    return done


def _pack(*fields: str) -> bytes:
    """Each field with its length before it, so that no two lists of fields look alike."""
    encoded = [field.encode("utf-8", "surrogatepass") for field in fields]
    return b"".join(struct.pack(">I", len(part)) + part for part in encoded)


def _hash(head: bytes, *children: bytes) -> bytes:
    body = struct.pack(">I", len(head)) + head + b"".join(children)
    return blake2b(body, digest_size=_DIGEST_BYTES).digest()
