"""What the plain Unix tools share: flags, files or stdin, paths inside a folder."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from gui_rec.errors import InputError
from gui_rec.phone.commands._api import Context, Io, read_all


@dataclass(frozen=True, slots=True)
class Flags:
    """A command line taken apart: single-letter flags, values of those that have one, the rest."""

    on: frozenset[str]
    values: dict[str, str]
    operands: tuple[str, ...]


def read_flags(args: Sequence[str], plain: str, valued: str = "") -> Flags:
    """Take `-abc`, `-n VALUE` and `-nVALUE` apart; `--` ends them. Raises InputError for an unknown one."""
    on: set[str] = set()
    values: dict[str, str] = {}
    operands: list[str] = []
    rest = list(args)
    while rest:
        arg = rest.pop(0)
        if arg == "--":
            operands += rest
            break
        if not arg.startswith("-") or arg == "-":
            operands.append(arg)
            continue
        for at, letter in enumerate(arg[1:], start=2):
            if letter in valued:
                if not arg[at:] and not rest:
                    raise InputError(f"Missing argument to -{letter}")
                values[letter] = arg[at:] or rest.pop(0)
                break
            if letter not in plain:
                raise InputError(f"Unknown option '{letter}'")
            on.add(letter)
    return Flags(frozenset(on), values, tuple(operands))


def to_bytes(text: str) -> bytes:
    """Text as a phone's tools write it; names that are not UTF-8 survive."""
    return text.encode("utf-8", "surrogateescape")


async def say_os_error(io: Io, name: str, error: OSError) -> None:
    """`NAME: PATH: reason` on stderr."""
    await io.err(to_bytes(f"{name}: {error.filename}: {error.strerror}\n"))


async def contents(ctx: Context, io: Io, name: str) -> bytes:
    """The bytes of a file, or of stdin for `-`. An OSError names the file as the caller did."""
    if name == "-":
        return await read_all(io)
    try:
        return ctx.files.read(ctx.path(name))
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from error


async def lines_of(ctx: Context, io: Io, name: str) -> AsyncIterator[bytes]:
    """The lines of a file or of stdin with their ends, as they come."""
    if name != "-":
        data, start = await contents(ctx, io, name), 0
        while start < len(data):
            end = data.find(b"\n", start) + 1 or len(data)
            yield data[start:end]
            start = end
        return
    buffer = bytearray()
    while part := await io.read():
        whole, newline, rest = part.rpartition(b"\n")
        if not newline:
            buffer += part
            continue
        for line in (bytes(buffer) + whole).split(b"\n"):
            yield line + b"\n"
        buffer = bytearray(rest)
    if buffer:
        yield bytes(buffer)


def is_folder(ctx: Context, name: str) -> bool:
    """Whether `name` is a folder that is there."""
    path = ctx.path(name)
    return ctx.files.exists(path) and ctx.files.stat(path).is_dir


def inside(ctx: Context, target: str, source: str) -> str:
    """Where `source` lands when copied or moved to `target`: in it, when it is a folder."""
    if not is_folder(ctx, target):
        return ctx.path(target)
    base = ctx.files.resolve(ctx.path(source)).rpartition("/")[2]
    return f"{ctx.path(target).rstrip('/')}/{base}"
