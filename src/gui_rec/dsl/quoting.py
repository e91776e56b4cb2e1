"""Quoted text inside calls: Python's escapes read, and written so that every character comes back."""

from __future__ import annotations

import re

from gui_rec.dsl._text import check_unicode
from gui_rec.dsl.reading import Reading

_ESCAPES = {
    "\\": "\\", "'": "'", '"': '"', "n": "\n", "r": "\r", "t": "\t", "a": "\a", "b": "\b", "f": "\f", "v": "\v",
}  # fmt: skip
_ESCAPE_LENGTHS = {"x": 2, "u": 4, "U": 8}
_OCTAL = re.compile(r"[0-7]{1,3}")
_HEX = re.compile(r"[0-9A-Fa-f]+")
_PLAIN = {quote: re.compile(rf"[^\\{quote}\r\n]+") for quote in "'\""}
_ENDS_CALL = re.compile(r"\s*\)[ \t]*[\r\n]|\s*\)\s*(?:$|</|<\||```)")
_ENDS_ARGUMENT = re.compile(r"\s*,\s*[A-Za-z_]\w{0,63}\s*=|\s*\]")
_WRITTEN = {"\\": "\\\\", "'": "\\'", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_CONTROL = {quote: re.compile(rf"[\x00-\x1f\x7f-\x9f\u2028\u2029{quote}\\]") for quote in "'\""}


def write_text(text: str, quote: str = "'") -> str:
    """`text` as a literal in `quote`, on one line. Raises DslError for a lone surrogate."""
    check_unicode(text, "text")
    return f"{quote}{_CONTROL[quote].sub(lambda match: _written(match[0]), text)}{quote}"


def _written(char: str) -> str:
    code = ord(char)
    return _WRITTEN.get(char) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")


def read_text(reading: Reading, position: int) -> tuple[str, int]:
    """The literal whose opening quote stands at `position`, and the position after its closing quote.

    A lenient reading takes a bare quote or a line break inside it for text. Raises DslError.
    """
    quote = reading.text[position]
    pieces: list[str] = []
    cursor = position + 1
    while True:
        plain = _PLAIN[quote].match(reading.text, cursor)
        if plain is not None:
            pieces.append(plain[0])
            cursor = plain.end()
        if cursor >= len(reading.text):
            raise reading.error(f"the closing {quote} of the text that begins at {position}", cursor)
        if reading.text[cursor] == quote and _is_closing(reading, cursor):
            break
        piece, cursor = _read_special(reading, cursor)
        pieces.append(piece)
    text = "".join(pieces)
    check_unicode(text, reading.what, position)
    return text, cursor + 1


def _is_closing(reading: Reading, cursor: int) -> bool:
    """Strictly, any bare quote closes. Leniently, only one after which the call can go on or end."""
    if not reading.lenient:
        return True
    after = cursor + 1
    return bool(_ENDS_CALL.match(reading.text, after) or _ENDS_ARGUMENT.match(reading.text, after))


def _read_special(reading: Reading, cursor: int) -> tuple[str, int]:
    char = reading.text[cursor]
    if char == "\\":
        return _read_escape(reading, cursor)
    if char in "\r\n":
        reading.repair("line break inside a text kept", "no line break inside a text", cursor)
    else:
        reading.repair(f"unescaped {char} inside a text kept", "an escaped quote", cursor)
    return char, cursor + 1


def _read_escape(reading: Reading, position: int) -> tuple[str, int]:
    kind = reading.text[position + 1 : position + 2]
    if not kind:
        raise reading.error("a character after the backslash", position)
    if kind in _ESCAPES:
        return _ESCAPES[kind], position + 2
    if kind in _ESCAPE_LENGTHS:
        return _read_code(reading, position, _ESCAPE_LENGTHS[kind])
    octal = _OCTAL.match(reading.text, position + 1)
    if octal is not None:
        return chr(int(octal[0], 8)), octal.end()
    # As in Python, a backslash that begins no escape stands for itself.
    return "\\", position + 1


def _read_code(reading: Reading, position: int, length: int) -> tuple[str, int]:
    digits = reading.text[position + 2 : position + 2 + length]
    if len(digits) < length or not _HEX.fullmatch(digits) or int(digits, 16) > 0x10FFFF:
        raise reading.error(f"{length} hexadecimal digits of a character", position + 2)
    return chr(int(digits, 16)), position + 2 + length
