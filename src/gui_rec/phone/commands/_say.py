"""Printing for the Android commands: text in, UTF-8 bytes with line ends out."""

from __future__ import annotations

from collections.abc import Iterable

from gui_rec.phone.commands._api import Io


def encode_lines(lines: Iterable[str]) -> bytes:
    """Each line followed by a newline, as UTF-8; lone surrogates become `?`, as Java prints them."""
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


async def say(io: Io, *lines: str) -> None:
    """Lines on stdout."""
    if lines:
        await io.out(encode_lines(lines))


async def complain(io: Io, *lines: str) -> None:
    """Lines on stderr."""
    if lines:
        await io.err(encode_lines(lines))
