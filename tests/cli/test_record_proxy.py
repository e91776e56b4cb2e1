"""What may stand beside `--source proxy`, and what may not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gui_rec.cli._record_proxy import DEFAULT_PORT, AskedAgent
from gui_rec.cli.main import run
from gui_rec.errors import ExitCode, UsageError


def asked(
    *argv: str, port: int | None = None, any_client: bool = False, takeover: bool = False
) -> AskedAgent:
    return AskedAgent(argv, port, any_client, takeover)


def test_a_command_is_for_the_proxy() -> None:
    agent = asked("python", "a.py", port=6000, any_client=True).checked("proxy")
    assert agent is not None
    assert (agent.argv, agent.port, agent.any_client) == (("python", "a.py"), 6000, True)
    assert asked().checked("touch") is None


@pytest.mark.parametrize(
    ("port", "takeover", "wanted"), [(None, False, 0), (None, True, DEFAULT_PORT), (7, True, 7)]
)
def test_where_the_proxy_listens(port: int | None, takeover: bool, wanted: int) -> None:
    agent = asked("x", port=port, takeover=takeover).checked("proxy")
    assert agent is not None
    assert agent.port == wanted


@pytest.mark.parametrize(
    ("given", "source"),
    [
        (asked(), "proxy"),
        (asked("python"), "touch"),
        (asked(port=6000), "script"),
        (asked(any_client=True), "touch"),
        (asked(takeover=True), "touch"),
    ],
)
def test_what_cannot_be_meant(given: AskedAgent, source: str) -> None:
    with pytest.raises(UsageError, match="--source proxy"):
        given.checked(source)


def test_each_of_several_devices_gets_the_command() -> None:
    assert asked("python", "a.py").tail == ("--", "python", "a.py")
    assert asked().tail == ()
    for given in (asked("x", port=6000), asked("x", takeover=True)):
        with pytest.raises(UsageError, match="one device"):
            _ = given.tail


def test_the_exit_status_is_the_agents_where_it_ended_by_itself() -> None:
    given = asked("x")
    assert given.exit_code == ExitCode.OK
    agent = given.checked("proxy")
    assert agent is not None
    agent.on_exit(9)
    assert given.exit_code == 9


def test_the_server_moves_only_for_a_takeover(monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[int] = []

    @contextmanager
    def taken_over(port: int) -> Iterator[int]:
        moved.append(port)
        yield port

    monkeypatch.setattr("gui_rec.recorder.proxy.takeover.taken_over", taken_over)
    with asked("x").server_out_of_the_way():
        assert moved == []
    with asked("x", takeover=True).server_out_of_the_way():
        assert moved == [DEFAULT_PORT]
    with asked("x", takeover=True, port=7).server_out_of_the_way():
        assert moved == [DEFAULT_PORT, 7]


def test_the_command_line_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", "--source", "proxy"]) == ExitCode.USAGE
    assert "-- COMMAND" in capsys.readouterr().err
