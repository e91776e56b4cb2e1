"""Several devices at once: a process and a folder each, so that one that fails touches no other.

A child hears that it shall stop by a word on its standard input, which the parent holds: so a parent that is
killed leaves nobody behind, and a Ctrl-C at the terminal reaches each child once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO

import click
from click.core import ParameterSource

from gui_rec.cli._interrupts import STOP_WITH_STDIN, STOP_WORD
from gui_rec.errors import DeviceUnavailableError, ExitCode, UsageError

_GRACE_S = 120.0  # a step in hand and the writing of a long episode
_DRAIN_S = 5.0  # for what a child said last, where something it left behind holds its streams open

OnLine = Callable[[str, str], None]
"""Called with a device's serial and a line of what its process says to people."""


@dataclass(frozen=True, slots=True)
class Job:
    """One device's work: where it goes and the words of its own command line.

    `unset` are the environment's variables that its process does not get.
    """

    serial: str
    folder: Path
    words: tuple[str, ...]
    unset: frozenset[str] = frozenset()


@dataclass(slots=True)
class Done:
    """How a device's process ended; `document` is its result, None where it gave none."""

    job: Job
    exit_code: int = ExitCode.DEFECT
    document: Mapping[str, object] | None = None
    last_line: str = ""


@dataclass
class _Child:
    job: Job
    process: subprocess.Popen[str]
    last_output: str = ""
    readers: list[threading.Thread] = field(default_factory=list)

    def has_left_readers(self) -> bool:
        """Whether it has ended and its streams have not: a process that it started holds them."""
        if self.process.poll() is None:
            return False
        return any(not _joined(reader) for reader in self.readers)

    def end(self) -> int:
        """Wait for it, and for what it said last; one that will not go is killed."""
        try:
            code = self.process.wait(_GRACE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        for reader in self.readers:
            _joined(reader)
        return code


def _joined(reader: threading.Thread) -> bool:
    reader.join(_DRAIN_S)
    return not reader.is_alive()


def words_of(context: click.Context, leaving_out: Sequence[str]) -> list[str]:
    """The options that the person gave on the command line, as words for another one; variables go by themselves."""
    words: list[str] = []
    for parameter in context.command.params:
        name = parameter.name or ""
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if isinstance(parameter, click.Option) and given and name not in leaving_out:
            words += _spelled(parameter, context.params[name])
    return words


def variables_of(context: click.Context, names: Sequence[str]) -> frozenset[str]:
    """The environment's variables that stand for the options of these names: what is the parent's is not the child's."""
    given = (parameter.envvar for parameter in context.command.params if parameter.name in names)
    return frozenset(name for name in given if isinstance(name, str))


def chosen_serials(command: str, devices: Sequence[str], every_device: bool) -> tuple[str, ...]:
    """The devices that work side by side, each once; none where one device is meant.

    `command` names itself in an error. Raises DeviceUnavailableError, UsageError.
    """
    if every_device and devices:
        raise UsageError(f"{command}: --all and --device cannot stand together")
    if len(set(devices)) != len(devices):
        raise UsageError(f"{command}: a device is named twice: {', '.join(devices)}")
    if not every_device:
        return tuple(devices) if len(devices) > 1 else ()
    from gui_rec.device.listing import list_devices

    entries = list_devices()
    usable = tuple(entry.serial for entry in entries if entry.usable)
    if not usable:
        listed = "; ".join(f"{entry.serial} ({entry.state}: {entry.advice})" for entry in entries) or "none"
        raise DeviceUnavailableError(f"no usable device. Connected: {listed}")
    return usable


def _spelled(option: click.Option, value: object) -> Iterator[str]:
    if option.is_flag:
        yield (option.opts if value else option.secondary_opts)[-1]
        return
    if isinstance(value, tuple) and not option.multiple:
        value = ",".join(map(str, value))  # one word that was read into several things
    for each in value if isinstance(value, tuple) else (value,):
        yield f"{option.opts[-1]}={each}"


def work(
    jobs: Iterable[Job],
    on_line: OnLine,
    stop: Callable[[], bool],
    more: Callable[[Done], Iterable[Job]] = lambda _done: (),
) -> list[Done]:
    """Run every job in a process of its own until all have ended; their ends, in the order of their beginnings.

    `more` hears of each end and gives the jobs that begin now. When `stop()` turns true the children are told to
    finish the step in hand, and nothing begins any more. A KeyboardInterrupt stops them at once.
    """
    news: SimpleQueue[tuple[int, str | None]] = SimpleQueue()
    done: list[Done] = []
    with _children() as children:
        running: set[int] = set()

        def begin(several: Iterable[Job]) -> None:
            for job in several:
                child = _Child(job, _start(job))
                children.append(child)
                done.append(Done(job))
                running.add(len(children) - 1)
                _listen(len(children) - 1, child, news)

        begin(jobs)
        told = False
        while running:
            if stop() and not told:
                told = True
                _let_go(children)
            number, line = _next(news)
            over = {number} if line is None else set()
            if number < 0:
                over = {each for each in running if children[each].has_left_readers()}
            elif line is not None and number in running:  # what an ended child left behind is not heard
                done[number].last_line = line
                on_line(children[number].job.serial, line)
            for ended in sorted(over & running):
                running.discard(ended)
                _end(children[ended], done[ended])
                following = more(done[ended])
                begin(() if told else following)
    return done


def _end(child: _Child, done: Done) -> None:
    done.exit_code = child.end()
    done.document = _document(child.last_output)
    _let_go([child])


def _next(news: SimpleQueue[tuple[int, str | None]]) -> tuple[int, str | None]:
    """What comes next, or (-1, None) after a moment without anything, so that a stop is seen."""
    try:
        return news.get(timeout=0.2)
    except Empty:
        return -1, None


@contextmanager
def _children() -> Iterator[list[_Child]]:
    children: list[_Child] = []
    try:
        yield children
    finally:
        _let_go(children)
        for child in children:
            if child.process.poll() is None:
                child.process.terminate()
        for child in children:
            child.end()


def _start(job: Job) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "gui_rec", *job.words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env={**_without(job.unset), STOP_WITH_STDIN: "1"},
        start_new_session=True,
    )


def _without(names: frozenset[str]) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in names}


def _let_go(children: Sequence[_Child]) -> None:
    for child in children:
        stdin = child.process.stdin
        if stdin is not None and not stdin.closed:
            with suppress(OSError):  # it has ended
                stdin.write(STOP_WORD)
                stdin.close()


def _listen(number: int, child: _Child, news: SimpleQueue[tuple[int, str | None]]) -> None:
    def read_lines(stream: IO[str]) -> None:
        with stream:
            for line in stream:
                news.put((number, line.rstrip("\n")))
        news.put((number, None))

    def read_result(stream: IO[str]) -> None:
        with stream:
            for line in stream:
                child.last_output = line  # those before it are the steps'

    assert child.process.stderr is not None
    assert child.process.stdout is not None
    child.readers += [
        threading.Thread(target=read_lines, args=(child.process.stderr,), daemon=True),
        threading.Thread(target=read_result, args=(child.process.stdout,), daemon=True),
    ]
    for reader in child.readers:
        reader.start()


def _document(line: str) -> Mapping[str, object] | None:
    try:
        found = json.loads(line) if line.strip() else None
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def exit_code_of(done: Sequence[Done]) -> int:
    """0 where all are good; the one code that all failures share; else device trouble, since a farm is many devices."""
    codes = {each.exit_code for each in done} - {ExitCode.OK}
    if not codes:
        return ExitCode.OK
    return codes.pop() if len(codes) == 1 else ExitCode.DEVICE
