from __future__ import annotations

from contextlib import suppress

import pytest
from fake_adb_server import frame, shell_v2_output
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.device.adb.shell_v2 import FrameReader
from gui_rec.errors import DeviceError, DeviceLostError


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.binary(max_size=300), st.integers(0, 255), st.integers(1, 40))
def test_frames_are_read_whatever_the_chunks(out: bytes, err: bytes, status: int, step: int) -> None:
    data = shell_v2_output(out, err, status)
    reader = FrameReader(limit=10_000)
    for at in range(0, len(data), step):
        reader.feed(data[at : at + step])
    result = reader.result("x")
    assert (result.stdout, result.stderr, result.exit_status) == (out, err, status)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_give_a_result_or_an_error(data: bytes) -> None:
    reader = FrameReader(limit=100)
    with suppress(DeviceError):
        reader.feed(data)
        assert reader.result("x").exit_status in range(256)


def test_a_stream_without_exit_status_is_cut() -> None:
    reader = FrameReader(limit=10)
    reader.feed(frame(1, b"a"))
    with pytest.raises(DeviceLostError):
        reader.result("ls")


@pytest.mark.parametrize("data", [frame(7, b"a"), frame(3, b"ab"), frame(3, b""), frame(1, b"x" * 11)])
def test_frames_that_no_device_sends_are_refused(data: bytes) -> None:
    with pytest.raises(DeviceError):
        FrameReader(limit=10).feed(data)


def test_the_limit_counts_over_all_frames() -> None:
    reader = FrameReader(limit=10)
    reader.feed(frame(1, b"x" * 6))
    with pytest.raises(DeviceError, match="more than 10"):
        reader.feed(frame(2, b"x" * 6))
