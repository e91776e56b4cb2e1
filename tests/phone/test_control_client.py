"""The other end of the control connection, against a phone that answers what it is told to."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gui_rec.errors import DeviceLostError, DeviceTimeoutError, InputError, UsageError
from gui_rec.phone.control_client import PhoneControl


class _Answers:
    """Takes one client; answers each line with the next of `answers`, and leaves after the last."""

    def __init__(self, answers: list[bytes]) -> None:
        self.asked: list[dict[str, Any]] = []
        self._answers = answers
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        client, _ = self._listener.accept()
        with client, client.makefile("rb") as lines:
            for answer in self._answers:
                self.asked.append(json.loads(lines.readline()))
                client.sendall(answer)

    def close(self) -> None:
        self._thread.join(5)
        self._listener.close()


@pytest.fixture
def answering() -> Iterator[Callable[[list[bytes]], _Answers]]:
    made: list[_Answers] = []

    def make(answers: list[bytes]) -> _Answers:
        made.append(_Answers(answers))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_each_call_is_one_line_with_the_token(answering: Callable[[list[bytes]], _Answers]) -> None:
    phone = answering([b'{"ok": true, "result": null}\n', b'{"ok": true, "result": ["mute"]}\n'])
    with PhoneControl(phone.port, "secret") as control:
        control.swipe(1, 2, 3, 4, 50)
        assert control.faults() == ["mute"]
    assert phone.asked == [
        {"token": "secret", "op": "swipe", "x1": 1, "y1": 2, "x2": 3, "y2": 4, "ms": 50},
        {"token": "secret", "op": "faults"},
    ]


def test_a_refusal_is_an_error_with_its_text(answering: Callable[[list[bytes]], _Answers]) -> None:
    phone = answering([b'{"ok": false, "error": "tap: off the glass"}\n'])
    with (
        PhoneControl(phone.port, "t") as control,
        pytest.raises(UsageError, match="the phone refused: tap: off the glass"),
    ):
        control.tap(1, 1)


def test_a_file_that_cannot_be_read_is_an_input_error(answering: Callable[[list[bytes]], _Answers]) -> None:
    phone = answering([b'{"ok": false, "error": "snapshot_load: damaged", "bad_input": true}\n'])
    with (
        PhoneControl(phone.port, "t") as control,
        pytest.raises(InputError, match="the phone refused: snapshot_load: damaged"),
    ):
        control.snapshot_load(Path("/a"), "b")


def test_gestures_are_waited_for_as_long_as_they_take(answering: Callable[[list[bytes]], _Answers]) -> None:
    phone = answering([b'{"ok": true, "result": null}\n'] * 2)
    with PhoneControl(phone.port, "t") as control:
        control.pinch(1, 2, 0.5, 50)
        assert control._socket.gettimeout() == pytest.approx(10.05)
        control.type("ab")
        assert control._socket.gettimeout() == pytest.approx(11)
    assert phone.asked == [
        {"token": "t", "op": "pinch", "x": 1, "y": 2, "scale": 0.5, "ms": 50},
        {"token": "t", "op": "type", "text": "ab"},
    ]


def test_a_phone_that_leaves_is_lost(answering: Callable[[list[bytes]], _Answers]) -> None:
    phone = answering([b""])
    with (
        PhoneControl(phone.port, "t") as control,
        pytest.raises(DeviceLostError, match="left during 'state'"),
    ):
        control.state()


def test_a_phone_that_does_not_answer_is_waited_for_no_longer_than_said() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        PhoneControl(int(listener.getsockname()[1]), "t") as control,
        pytest.raises(DeviceTimeoutError, match=r"'state' within 0\.05 s"),
    ):
        control._ask("state", timeout_s=0.05)
