"""Lines of several actions in an open shell on pipes, against a real shell: what runs, and what `$?` is, is as without."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import threading
from pathlib import Path

import pytest
from fake_adb_server import Connection, okay
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from proxy_parts import SERIAL, TIMEOUT_S, Opener, exactly, served, until

from gui_rec.recorder.heard._api import Kind
from gui_rec.recorder.proxy.streams import (
    CLOSE_STDIN,
    EXIT,
    STDERR,
    STDIN,
    STDOUT,
    Frames,
    frame,
)

INPUT = """#!/bin/sh
echo "$@" >> "$RAN"
[ "$2" = 9 ] || exit 0
echo refused >&2
exit 3
"""


class Device:
    """A device whose shell is this machine's, with an `input` that notes its words; `input tap 9 ...` fails."""

    def __init__(self, folder: Path) -> None:
        self.ran = folder / "ran"
        (folder / "input").write_text(INPUT)
        (folder / "input").chmod(0o755)
        self.environ = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "RAN": str(self.ran)}

    def serve(self, connection: Connection, request: str) -> None:
        connection.send(okay())
        if request.startswith("host"):
            return
        pipe = subprocess.PIPE
        with subprocess.Popen(
            ["/bin/sh"], stdin=pipe, stdout=pipe, stderr=pipe, env=self.environ, process_group=0
        ) as shell:
            tells = threading.Thread(target=tell, args=(connection, shell))
            tells.start()
            assert shell.stdin is not None
            frames = Frames()
            with contextlib.suppress(BrokenPipeError):  # it has ended, and tells so
                while not shell.stdin.closed and (data := connection.socket.recv(65536)):
                    for kind, body in frames.feed(data):
                        if kind == STDIN:
                            shell.stdin.write(body)
                            shell.stdin.flush()
                        elif kind == CLOSE_STDIN:
                            shell.stdin.close()
            if not shell.stdin.closed:  # the client has left
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(shell.pid, signal.SIGKILL)
            tells.join()

    def alone(self, text: str) -> tuple[str, str, int, str]:
        """What the shell prints, how it ends, and what ran, with nobody in between."""
        self.ran.unlink(missing_ok=True)
        done = subprocess.run(
            ["/bin/sh"], input=text, capture_output=True, text=True, env=self.environ, timeout=20, check=False
        )
        return done.stdout, done.stderr, done.returncode, self.noted()

    def proxied(self, *pieces: str) -> tuple[tuple[str, str, int, str], Opener]:
        """The same through the proxy."""
        self.ran.unlink(missing_ok=True)
        with served(self.serve) as proxy, proxy.connect() as client:
            for asked in (f"host:transport:{SERIAL}".encode(), b"shell,v2,raw:"):
                client.sendall(b"%04x" % len(asked) + asked)
                assert exactly(client, 4) == b"OKAY"
            for piece in pieces:
                client.sendall(frame(STDIN, piece.encode()))
            client.sendall(frame(CLOSE_STDIN, b""))
            printed, status = heard(client)
        return (printed[STDOUT], printed[STDERR], status, self.noted()), proxy.opener

    def noted(self) -> str:
        return self.ran.read_text() if self.ran.exists() else ""


def tell(connection: Connection, shell: subprocess.Popen[bytes]) -> None:
    """All that the shell prints, and how it ends."""
    assert shell.stdout is not None
    assert shell.stderr is not None
    pumps = [
        threading.Thread(target=pump, args=(connection, kind, stream.fileno()))
        for kind, stream in ((STDOUT, shell.stdout), (STDERR, shell.stderr))
    ]
    for thread in pumps:
        thread.start()
    for thread in pumps:
        thread.join()
    connection.send(frame(EXIT, bytes([shell.wait() & 0xFF])))


def pump(connection: Connection, kind: int, stream: int) -> None:
    while data := os.read(stream, 65536):
        connection.send(frame(kind, data))


def heard(client: socket.socket) -> tuple[dict[int, str], int]:
    frames, printed = Frames(), {STDOUT: b"", STDERR: b""}
    while data := client.recv(65536):
        for kind, body in frames.feed(data):
            if kind == EXIT:
                return {number: text.decode() for number, text in printed.items()}, body[0]
            printed[kind] += body
    raise AssertionError("the shell never ended")


@pytest.fixture
def device(tmp_path: Path) -> Device:
    return Device(tmp_path)


_COMMANDS = st.sampled_from(
    [
        "input tap 1 2",
        "input tap 9 2",
        "input tap 5 6",
        "true",
        "false",
        "echo x$?",
        "input swipe 1 1 500 900",
    ]
)
_ROWS = st.lists(st.tuples(_COMMANDS, st.sampled_from([" && ", " || ", "; "])), min_size=1, max_size=5)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_ROWS, min_size=1, max_size=2), st.integers(1, 40))
def test_any_line_runs_as_without_the_proxy(
    device: Device, rows: list[list[tuple[str, str]]], size: int
) -> None:
    lines = ["".join(command + sign for command, sign in row).rstrip("&|; ") for row in rows]
    text = "".join(f"{line}\necho status $?\n" for line in lines)
    alone = device.alone(text)
    through, opener = device.proxied(*(text[at : at + size] for at in range(0, len(text), size)))
    assert through == alone
    assert all(one.kind is Kind.ACTION for one in opener.heard)
    # A row for each that ran; two taps at one place, right behind each other, are one.
    ran = alone[3].splitlines()
    assert len(opener.held) <= len(ran)
    assert sum(held.what.count("input ") for held in opener.held) >= len(ran)


def test_each_action_is_held_for_itself_and_its_status_is_known(device: Device) -> None:
    through, opener = device.proxied("input tap 1 2 && input tap 9 4 && input tap 5 6\necho $?\n")
    assert through == ("3\n", "refused\n", 0, "tap 1 2\ntap 9 4\n")
    assert [held.what for held in opener.held] == ["input tap 1 2", "input tap 9 4"]
    assert [held.exit_status for held in opener.held] == [0, 3]
    assert [bytes(held.output) for held in opener.held] == [b"", b"refused\n"]


def test_the_last_line_needs_no_end(device: Device) -> None:
    through, opener = device.proxied("input tap 1 2; ", "input tap 3 4")
    assert through == ("", "", 0, "tap 1 2\ntap 3 4\n")
    assert len(opener.held) == 2


def test_a_shell_that_ends_in_the_middle_of_a_line(device: Device) -> None:
    through, opener = device.proxied("input tap 1 2; kill $$; input tap 3 4\necho more\n")
    assert through[3] == "tap 1 2\n"
    assert [held.what for held in opener.held] == ["input tap 1 2; kill $$"]


def test_a_client_that_leaves_while_a_part_goes_on_leaves_nothing_waiting(device: Device) -> None:
    with served(device.serve) as proxy:
        with proxy.connect() as client:
            for asked in (f"host:transport:{SERIAL}".encode(), b"shell,v2,raw:"):
                client.sendall(b"%04x" % len(asked) + asked)
                assert exactly(client, 4) == b"OKAY"
            client.sendall(frame(STDIN, b"input tap 1 2; sleep 60; input tap 3 4\n"))
            until(lambda: bool(proxy.opener.held) and "tap 1 2" in device.noted())
            client.shutdown(socket.SHUT_RDWR)
        held = proxy.opener.held[0]
        assert held.ended.wait(TIMEOUT_S), "whoever waits for its end would wait for a minute"
    assert [one.what for one in proxy.opener.held] == ["input tap 1 2; sleep 60"]


@pytest.mark.parametrize(
    "before", ["cat > /dev/null\n", "read X\n", "sh\n", "cat <<EOF\n", "echo 'quoted\n", "set -e\n"]
)
def test_what_may_be_a_programs_input_is_sent_whole(device: Device, before: str) -> None:
    _, opener = device.proxied(f"{before}input tap 1 2 && input tap 9 4\nEOF\n'\n")
    assert opener.held[-1].what == "input tap 1 2 && input tap 9 4"
    assert [one.kind for one in opener.heard if one.acts][-1:] == [Kind.OPAQUE]
    assert not [one for one in opener.heard if one.kind is Kind.ACTION]
