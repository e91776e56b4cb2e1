"""Texts without what must not be stored.

Two kinds of secret: what a rule's pattern finds, and what a session has learnt (a text that was typed into a
password field, the text of a node that a selector withholds). A learnt one is found in the spellings that
commands, JSON, XML and addresses give it.
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections import Counter
from collections.abc import Iterator, Set
from functools import lru_cache
from urllib.parse import quote, quote_plus

from gui_rec.capture.privacy.rules import MaskRules
from gui_rec.errors import InputError
from gui_rec.ui.pattern import compiled

MARK = "[masked]"
_FREE_FROM_CHARS = 4
"""Shorter secrets are looked for as words of their own: a "7" must not eat every number."""
_LEAST_INNER_CHARS = 8
_BREAKS = str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


class Redactor:
    """Replaces secrets in texts; learns new ones as they come.

    On a screen a secret is `[masked]` whatever it is. In an action and in the words around it a learnt secret
    is a slot such as `${password}`, equal secrets in equal slots, which a replay can fill. `taken` are
    the slots that stand already in a session which is gone on with: none of them is given again.
    """

    def __init__(self, rules: MaskRules, *, taken: Set[str] = frozenset()) -> None:
        self._patterns = tuple((rule.name, rule.pattern) for rule in rules.patterns)
        self._taken = frozenset(taken)
        self._slots: dict[str, str] = {}
        self._count: Counter[str] = Counter()
        self._finder: re.Pattern[str] | None = None
        self._stands_for: dict[str, str] = {}

    def __bool__(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self._patterns or self._finder)

    @property
    def known(self) -> int:
        """How many secrets were learnt."""
        return len(self._slots)

    def learn(self, secret: str, kind: str = "text") -> str:
        """From now on `secret` is looked for; its slot, which is named by `kind`. What is learnt first stays."""
        if secret in self._slots:
            return self._slots[secret]
        slot = self.new_slot(kind)
        self.put(secret, slot)
        return slot

    def new_slot(self, kind: str) -> str:
        """A slot that nothing stands in yet."""
        slot = self._next_slot(kind)
        while slot in self._taken:
            slot = self._next_slot(kind)
        return slot

    def _next_slot(self, kind: str) -> str:
        self._count[kind] += 1
        number = f"_{self._count[kind]}" if self._count[kind] > 1 else ""
        return f"${{{kind}{number}}}"

    def put(self, secret: str, slot: str) -> None:
        """Learn `secret` under the slot that it has in a recording."""
        self._slots[secret] = slot
        if not secret.strip():
            return
        self._stands_for |= dict.fromkeys(spellings(secret), slot)
        longest_first = sorted(self._stands_for, key=len, reverse=True)
        self._finder = re.compile("|".join(_found_as(spelling) for spelling in longest_first))

    def knows(self, text: str) -> bool:
        """Whether something that was learnt stands in `text`."""
        return self._finder is not None and self._finder.search(text) is not None

    def text(self, text: str) -> str:
        """`text` of a screen with a mark for each secret in it; the same object where there is none."""
        if self._finder is not None and text:
            text = self._finder.sub(MARK, text)
        return self._without_patterns(text)

    def slotted(self, text: str) -> str:
        """`text` of an action, or about one, with the slot of each secret that has one."""
        if self._finder is not None and text:
            text = self._finder.sub(lambda match: self._stands_for[match[0]], text)
        return self._without_patterns(text)

    def maybe(self, text: str | None) -> str | None:
        """`text` for one that may be absent."""
        return None if text is None else self.text(text)

    def found(self, text: str) -> list[tuple[str, str]]:
        """(name of the pattern's rule, what it finds) for every match in `text`."""
        return [(name, part) for name, pattern in self._patterns for part in _parts(pattern, text)]

    def _without_patterns(self, text: str) -> str:
        for _, pattern in self._patterns:
            text = _without(pattern, text) if text else text
        return text


def spellings(secret: str) -> frozenset[str]:
    """How a text may be written inside other texts."""
    plain = json.dumps(secret, ensure_ascii=False)[1:-1]
    ascii_only = json.dumps(secret)[1:-1]
    xml = html.escape(secret, quote=False).replace('"', "&quot;").translate(_BREAKS)
    quoted = secret.replace("\\", "\\\\")
    return frozenset(
        (
            secret,
            plain,
            ascii_only,
            plain.replace("/", "\\/"),
            html.escape(secret),
            html.escape(secret, quote=False),
            *(xml.replace("'", mark) for mark in ("'", "&apos;", "&#39;")),
            secret.replace(" ", "%s"),
            secret.replace("'", "'\\''"),
            secret.replace("'", "'\"'\"'"),
            secret.replace(" ", "%s").replace("'", "'\\''"),
            secret.replace(" ", "%s").replace("'", "'\"'\"'"),
            quoted.replace("'", "\\'"),
            quoted.replace('"', '\\"'),
            repr(secret)[1:-1],
            quote(secret, safe="", errors="replace"),
            quote(secret, errors="replace"),
            quote_plus(secret, errors="replace"),
            *_encoded(secret.encode("utf-8", "surrogatepass")),
        )
    )


def _encoded(data: bytes) -> Iterator[str]:
    """Base64, as ADBKeyBoard takes it, in both alphabets and however it is escaped, and hexadecimal digits.

    In the Base64 of a longer text the secret begins at any of three places of a group; what stands there
    of it whatever surrounds it is looked for where it is long enough to be nothing else.
    """
    whole = base64.b64encode(data).decode()
    inner = (_inner_base64(data, before) for before in range(3))
    for text in (whole, whole.rstrip("="), *(part for part in inner if len(part) >= _LEAST_INNER_CHARS)):
        yield from (
            text,
            text.replace("+", "-").replace("/", "_"),
            text.replace("/", "\\/"),
            quote(text, safe=""),
        )
    if len(data) >= _FREE_FROM_CHARS:
        yield from (data.hex(), data.hex().upper())


def _inner_base64(data: bytes, before: int) -> str:
    """The characters that `data` alone makes where `before` bytes of its first group are another's."""
    text = base64.b64encode(bytes(before) + data).decode()
    first = (before * 8 + 5) // 6
    return text[first : (before + len(data)) * 8 // 6]


def _found_as(spelling: str) -> str:
    escaped = re.escape(spelling)
    return escaped if len(spelling) >= _FREE_FROM_CHARS else rf"(?<!\w){escaped}(?!\w)"


@lru_cache(maxsize=4096)
def _spans(pattern: str, text: str) -> tuple[tuple[int, int], ...]:
    try:
        return tuple(compiled(pattern).spans(text))
    except InputError:
        return ((0, len(text)),)  # too long to be searched through: nothing of it may pass


def _parts(pattern: str, text: str) -> list[str]:
    return [text[start:end] for start, end in _spans(pattern, text)] if text else []


def _without(pattern: str, text: str) -> str:
    out, at = [], 0
    for start, end in _spans(pattern, text):
        out += [text[at:start], MARK]
        at = end
    return "".join([*out, text[at:]]) if out else text
