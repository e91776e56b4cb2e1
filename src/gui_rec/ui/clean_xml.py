"""What devices print around and inside a hierarchy, made fit for a strict XML parser."""

from __future__ import annotations

import re

from gui_rec.errors import HierarchyError

MAX_CHARS = 32 * 1024 * 1024
REPLACEMENT = "\ufffd"

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_REFERENCE = re.compile(r"&#(?:[xX]([0-9a-fA-F]{1,8})|([0-9]{1,10}));")
_HIGH = r"(?:[xX]([dD][89abAB][0-9a-fA-F]{2})|(5529[6-9]|55[3-9]\d\d|56[0-2]\d\d|563[01]\d))"
_LOW = r"(?:[xX]([dD][c-fC-F][0-9a-fA-F]{2})|(563[2-9]\d|56[4-9]\d\d|57[0-2]\d\d|573[0-3]\d|5734[0-3]))"
_PAIR = re.compile(f"&#{_HIGH};&#{_LOW};", re.ASCII)
_ROOT = re.compile(r"<(?:(?:hierarchy|displays)[\s/>]|!DOCTYPE\b)")
_BOMS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"\xef\xbb\xbf", "utf-8"))


def decode(data: str | bytes) -> tuple[str, bool]:
    """The text of `data`, and whether bytes had to be replaced.

    Hierarchies are UTF-8; UTF-16 with a mark comes from a redirected PowerShell. Raises HierarchyError
    for more than MAX_CHARS.
    """
    if len(data) > MAX_CHARS:
        raise HierarchyError(
            "xml_too_large", f"hierarchy: expected at most {MAX_CHARS} characters, got {len(data)}"
        )
    if isinstance(data, str):
        return data.removeprefix("\ufeff"), False
    encoding, mark = "utf-8", b""
    for bom, name in _BOMS:
        if data.startswith(bom):
            encoding, mark = name, bom
            break
    body = data[len(mark) :]
    text = body.decode(encoding, errors="replace")
    return text, text.count(REPLACEMENT) > body.count(REPLACEMENT.encode(encoding))


def skip_noise(text: str) -> str:
    """`text` from its XML on, without what a shell or a linker printed before it."""
    start = text.find("<?xml")
    if start < 0:
        root = _ROOT.search(text)
        start = root.start() if root else text.find("<")
    if start >= 0:
        return text[start:]
    if not text.strip():
        raise HierarchyError("dump_empty", "hierarchy: expected XML, got nothing")
    raise HierarchyError("xml_malformed", f"hierarchy: expected XML, got {text.strip()[:120]!r}")


def sanitise(text: str) -> tuple[str, bool]:
    """`text` with characters and references that XML forbids turned into U+FFFD, and whether any was.

    A pair of references to surrogates (old serialisers write emoji so) becomes the character it means.
    """
    text, lost = _FORBIDDEN.subn(REPLACEMENT, text)
    if "&#" not in text:
        return text, bool(lost)
    text = _PAIR.sub(_joined, text)
    bad = {match[0] for match in _REFERENCE.finditer(text) if not _is_xml_char(_number(match[1], match[2]))}
    for reference in sorted(bad):
        text = text.replace(reference, REPLACEMENT)
    return text, bool(lost or bad)


def _joined(match: re.Match[str]) -> str:
    high, low = _number(match[1], match[2]), _number(match[3], match[4])
    return f"&#{0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)};"


def _number(hexadecimal: str | None, decimal: str) -> int:
    return int(decimal) if hexadecimal is None else int(hexadecimal, 16)


def _is_xml_char(code: int) -> bool:
    return (
        code in (9, 10, 13)
        or 0x20 <= code <= 0xD7FF
        or 0xE000 <= code <= 0xFFFD
        or 0x10000 <= code <= 0x10FFFF
    )
