"""What `gui-rec record --source proxy -- COMMAND...` takes beside the other options."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar

import click

from gui_rec.cli._interrupts import STOP_WITH_STDIN
from gui_rec.errors import ExitCode, UsageError
from gui_rec.recorder.sources._api import AgentCommand

R = TypeVar("R")
DEFAULT_PORT = 5037


@dataclass(slots=True)
class AskedAgent:
    """The agent's command and its server's options, as given; later its exit status."""

    argv: tuple[str, ...]
    port: int | None
    any_client: bool
    takeover: bool
    _exit_codes: list[int] = field(default_factory=list)

    def checked(self, source: str, *, prints_json: bool = False) -> AgentCommand | None:
        """The command for the source `proxy`; None for another source. Raises UsageError where they do not fit.

        What the agent prints keeps out of our JSON lines, and a farm's word to stop is not its input.
        """
        if source == "proxy":
            if not self.argv:
                raise UsageError(
                    "record: --source proxy needs the agent's command at the end: ... --source proxy -- COMMAND ..."
                )
            port = self.port or (DEFAULT_PORT if self.takeover else 0)
            return AgentCommand(
                self.argv,
                port,
                self.any_client,
                self._exit_codes.append,
                lends_input=STOP_WITH_STDIN not in os.environ,
                lends_output=not prints_json,
            )
        if self.argv:
            raise UsageError(f"record: a command ({self.argv[0]} ...) goes with --source proxy only")
        if self.port is not None or self.any_client or self.takeover:
            raise UsageError(
                "record: --proxy-port, --allow-any-client and --takeover go with --source proxy only"
            )
        return None

    @property
    def tail(self) -> tuple[str, ...]:
        """The end of the command line on each of several devices. Raises UsageError for what only one can have."""
        if self.port is not None or self.takeover:
            raise UsageError(
                "record: --proxy-port and --takeover are for one device; several need a port each"
            )
        return ("--", *self.argv) if self.argv else ()

    @contextmanager
    def server_out_of_the_way(self) -> Iterator[None]:
        """With `--takeover` the person's adb server leaves its port to the proxy, and comes back to it at the end."""
        if not self.takeover:
            yield
            return
        from gui_rec.recorder.proxy.takeover import taken_over

        with taken_over(self.port or DEFAULT_PORT):
            yield

    @property
    def exit_code(self) -> int:
        """The agent's own, where it ended by itself; 0 else."""
        return self._exit_codes[-1] if self._exit_codes else ExitCode.OK


def agent_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add the agent's command and its options; the command takes one `asked_agent: AskedAgent`."""

    @click.argument("agent", nargs=-1, type=click.UNPROCESSED, metavar="[-- AGENT...]")
    @click.option(
        "--proxy-port",
        type=click.IntRange(1, 65535),
        metavar="PORT",
        help="Where the agent's adb server listens, for --source proxy; default: a free port.",
    )
    @click.option(
        "--allow-any-client",
        is_flag=True,
        help="Let programs use the agent's adb server that the agent did not start.",
    )
    @click.option(
        "--takeover",
        is_flag=True,
        help="Move your adb server aside meanwhile and listen on its port, 5037, for agents that know no other.",
    )
    @wraps(function)
    def wrapped(
        *args: Any,  # noqa: ANN401 - the command's own
        agent: tuple[str, ...],
        proxy_port: int | None,
        allow_any_client: bool,
        takeover: bool,
        **kwargs: Any,  # noqa: ANN401
    ) -> R:
        asked = AskedAgent(agent, proxy_port, allow_any_client, takeover)
        return function(*args, asked_agent=asked, **kwargs)

    return wrapped
