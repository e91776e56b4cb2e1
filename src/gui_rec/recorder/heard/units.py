"""A parsed line -> its commands in a row, each with what it says: what parts are made of. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gui_rec.model.words import action_words
from gui_rec.recorder.heard._api import QUERY, Heard, Kind, Screen, opaque
from gui_rec.recorder.heard.commands import MOST_DEPTH, hear_words, names_an_act
from gui_rec.recorder.heard.grammar import parse
from gui_rec.recorder.heard.said import READS, Said
from gui_rec.recorder.heard.syntax import Command, Group, Item, Link, Simple
from gui_rec.recorder.heard.words import UntellableError, Word

_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class Unit:
    """One command of the row: `text` runs it alone. Several units of one pipeline share its `item`.

    `whole` says on which sides the unit reaches its pipeline's ends: a row of units that begins and ends so
    is a stretch of the line as it stands.
    """

    link: Link
    start: int
    end: int
    text: str
    said: Said
    item: int
    whole: tuple[bool, bool] = (True, True)

    @property
    def acts(self) -> bool:
        return self.said.acts


def row_of(source: str, items: Sequence[Item], screen: Screen, depth: int = 0) -> list[Unit]:
    """The commands of `items` in their order; keys of one `input keyevent` become units of their own."""
    units: list[Unit] = []
    for number, item in enumerate(items):
        said = _said(source, item, screen, depth)
        if said.keys:
            units += _key_units(source, item, said, number)
        else:
            units.append(Unit(item.link, item.start, item.end, source[item.start : item.end], said, number))
    return units


def _key_units(source: str, item: Item, said: Said, number: int) -> list[Unit]:
    before = source[item.start : said.keys[0].first.start]
    behind = source[said.keys[-1].last.end : item.end]
    last = len(said.keys) - 1
    return [
        Unit(
            item.link if at == 0 else Link.AND,
            item.start,
            item.end,
            before + source[run.first.start : run.last.end] + behind,
            replace(said, heard=Heard(Kind.ACTION, run.action), keys=()),
            number,
            (at == 0, at == last),
        )
        for at, run in enumerate(said.keys)
    ]


def _said(source: str, item: Item, screen: Screen, depth: int) -> Said:
    """What one pipeline says."""
    stages = [_stage(source, command, screen, depth) for command in item.commands]
    acting = [at for at, said in enumerate(stages) if said.acts]
    loses = stages[-1].loses
    if item.background:
        loses = "`&`"
        if acting:
            return Said(
                opaque(f"{_named(stages)} in the background: when it is over is not told"), loses=loses
            )
    if not acting:
        return Said(gathered([said.heard for said in stages]), loses=loses, ends=stages[-1].ends,
                    sleeps_s=stages[0].sleeps_s if len(stages) == 1 else None)  # fmt: skip
    if len(stages) == 1:
        said = stages[0]
        if said.keys and item.link is Link.OR:
            return Said(opaque(f"several keys behind `||`: {_named(stages)}"))
        return said
    if acting == [0] and not stages[0].keys:
        return replace(stages[0], loses=loses)
    return Said(opaque(f"{_named(stages)} in a pipe"), loses=loses)


def _stage(source: str, command: Command, screen: Screen, depth: int) -> Said:
    if isinstance(command, Group):
        said = _summary(row_of(source, command.items, screen, depth + 1))
        return replace(said, loses=None, ends=False) if command.subshell else said
    hidden = next((text for word in _all_words(command) for text in word.inside if names_an_act(text)), None)
    if hidden is not None:
        return Said(opaque(f"an acting command inside another: {hidden[:80]}"))
    if not command.words:
        return Said(loses="a variable") if command.assignments else READS
    said = hear_words(command.words, screen, depth=depth)
    return said if said.nested is None else _nested(said, screen, depth)


def _all_words(command: Simple) -> tuple[Word, ...]:
    return (*command.words, *command.assignments, *command.targets)


def _nested(said: Said, screen: Screen, depth: int) -> Said:
    """A line in a line, as one meaning."""
    line = said.nested.line if said.nested is not None else ""
    if depth >= MOST_DEPTH:
        return Said(opaque("lines in lines, too deep") if names_an_act(line) else QUERY, loses=said.loses)
    try:
        summary = _summary(row_of(line, parse(line), screen, depth + 1))
    except UntellableError as error:
        summary = Said(untellable(line, error))
    return replace(summary, loses=said.loses, ends=said.ends)


def untellable(text: str, error: UntellableError) -> Heard:
    """What is said of a text that could not be read as a line."""
    if not names_an_act(text):
        return QUERY
    return opaque(f"acting commands in a line that only a shell can tell ({error}): {text.strip()[:120]}")


def _summary(units: Sequence[Unit]) -> Said:
    """Several commands that stay together, as one."""
    acting = [unit for unit in units if unit.acts]
    loses = next((unit.said.loses for unit in units if unit.said.loses), None)
    ends = any(unit.said.ends for unit in units)
    if not acting:
        return Said(gathered([unit.said.heard for unit in units]), loses=loses, ends=ends)
    if len(units) == 1:
        return units[0].said
    # Behind `&&` it may not happen, and what the whole returns need not tell.
    sure = acting[0].link in (Link.FIRST, Link.THEN)
    if len(acting) > 1 or acting[0].said.piece is not None or not sure or ends:
        why = (
            "several acts in one command" if len(acting) > 1 else "an act that may not happen, in one command"
        )
        return Said(opaque(f"{why}: {named(acting)}"), loses=loses, ends=ends)
    return Said(gathered([unit.said.heard for unit in units]), loses=loses)


def gathered(heards: Sequence[Heard]) -> Heard:
    """What is done together: the act, else the picture or the hierarchy, with the notes of all others."""
    order = (Kind.ACTION, Kind.OPAQUE, Kind.SERIES, Kind.HIERARCHY, Kind.SCREENSHOT, Kind.QUERY)
    if not heards:
        return QUERY
    main = min(heards, key=lambda heard: order.index(heard.kind))
    notes = list(dict.fromkeys(heard.note for heard in (main, *heards) if heard.note))
    return replace(
        main,
        note="; ".join(notes[:_MOST_NAMED]) or None,
        changes_state=any(heard.changes_state for heard in heards),
    )


def _named(stages: Sequence[Said]) -> str:
    return _names([said for said in stages if said.acts])


def named(units: Sequence[Unit]) -> str:
    """The acts of `units` in a few words, for a note."""
    return _names([unit.said for unit in units])


def _names(saids: Sequence[Said]) -> str:
    words = [_name(said) for said in saids[:_MOST_NAMED]]
    more = len(saids) - len(words)
    return ", ".join(words) + (f" and {more} more" if more > 0 else "")


def _name(said: Said) -> str:
    if said.keys:
        return ", ".join(action_words(run.action) for run in said.keys[:_MOST_NAMED])
    if said.heard.action is not None:
        return action_words(said.heard.action)
    return "a piece of a touch" if said.piece is not None else (said.heard.note or "an act")
