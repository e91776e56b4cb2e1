"""Text as `input text` types it: printable ASCII only. Pure."""

from __future__ import annotations

_CHUNK_CHARACTERS = 200
_DELETIONS = 120


def can_type(text: str) -> bool:
    """True when the virtual key map of every Android has a key for each character."""
    return all(" " <= character <= "~" or character == "\n" for character in text)


def typing_commands(text: str) -> list[list[str]]:
    """The `input` calls that type `text`; a line end is the ENTER key.

    `%s` is input's spelling of a space, so a literal one is parted between its two characters; long
    texts go in pieces, since one event queue overflows.
    """
    commands: list[list[str]] = []
    for number, line in enumerate(text.split("\n")):
        if number:
            commands.append(["input", "keyevent", "KEYCODE_ENTER"])
        commands += [["input", "text", piece.replace(" ", "%s")] for piece in _pieces(line)]
    return commands


def _pieces(line: str) -> list[str]:
    parted: list[str] = []
    for part in line.replace("%s", "%\0s").split("\0"):
        parted += [part[at : at + _CHUNK_CHARACTERS] for at in range(0, len(part), _CHUNK_CHARACTERS)]
    return parted


def clearing_commands(*, select_all: bool) -> list[list[str]]:
    """Empty the focused field: Ctrl+A and DEL where `input` has combinations (Android 12 and newer), for
    texts of any length, then as many DELs as most fields hold, for those that know no Ctrl+A.
    """
    everything = [
        ["input", "keycombination", "KEYCODE_CTRL_LEFT", "KEYCODE_A"],
        ["input", "keyevent", "KEYCODE_DEL"],
    ]
    deletions = ["input", "keyevent", "KEYCODE_MOVE_END", *["KEYCODE_DEL"] * _DELETIONS]
    return [*(everything if select_all else []), deletions]
