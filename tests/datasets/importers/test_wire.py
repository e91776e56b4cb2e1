"""Records and messages: real check values, round trips with a writer of ours, and no damage that goes unseen."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tf_examples import bytes_field, crc32c, number_field, tfrecord, varint

from gui_rec.datasets.importers import wire
from gui_rec.datasets.importers.wire import masked_crc32c, message, records, signed, varints
from gui_rec.errors import InputError


def test_the_checksum_is_castagnolis() -> None:
    # RFC 3720, B.4: 32 bytes of zeros give 8a9136aa; "123456789" gives e3069283 (the CRC catalogue's check value).
    for data, known in ((bytes(32), 0x8A9136AA), (b"123456789", 0xE3069283)):
        assert crc32c(data) == known
        masked = ((known >> 15 | known << 17) + 0xA282EAD8) & 0xFFFFFFFF
        assert masked_crc32c(data) == masked


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.lists(st.binary(max_size=60), min_size=1, max_size=5), zipped=st.booleans())
def test_records_come_back(tmp_path: Path, data: list[bytes], zipped: bool) -> None:
    file = tmp_path / "x"
    file.write_bytes(tfrecord(data, zipped=zipped))
    assert list(records(file)) == data


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    cut=st.integers(1, 200),
    at=st.integers(0, 10_000),
    bit=st.integers(0, 7),
    zipped=st.booleans(),
    cuts=st.booleans(),
)
def test_a_cut_or_a_turned_bit_is_seen(
    tmp_path: Path, cut: int, at: int, bit: int, zipped: bool, cuts: bool
) -> None:
    whole = [b"one" * 20, b"two" * 20]
    content = bytearray(tfrecord(whole, zipped=zipped))
    if cuts:
        content = content[: -min(cut, len(content) - 3)]
    else:
        content[at % len(content)] ^= 1 << bit
    file = tmp_path / "x"
    file.write_bytes(content)
    found = []
    try:
        for record in records(file):
            found.append(record)
    except InputError:
        return
    # gzip's head holds a time, a name and flags that change nothing; whatever is read is what was written.
    assert found in (whole, whole[:1], [])
    assert found == whole or cuts


def test_what_is_no_record_file_is_one_error(tmp_path: Path) -> None:
    file = tmp_path / "x"
    for content in (b"hello, this is text", gzip.compress(b"hello, this is text"), b"\x1f\x8bxxxx", b""):
        file.write_bytes(content)
        with pytest.raises(InputError, match="x"):
            list(records(file))


def test_a_record_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "MAX_RECORD_BYTES", 10)
    file = tmp_path / "x"
    file.write_bytes(tfrecord([b"0123456789", b"0123456789a"], zipped=False))
    found = records(file)
    assert next(found) == b"0123456789"
    with pytest.raises(InputError, match="record 1: expected at most 10 bytes"):
        next(found)


@given(
    st.lists(st.tuples(st.integers(1, 2**28), st.integers(0, 2**64 - 1) | st.binary(max_size=20)), max_size=8)
)
def test_messages_come_back(fields: list[tuple[int, int | bytes]]) -> None:
    data = b"".join(
        number_field(number, value) if isinstance(value, int) else bytes_field(number, value)
        for number, value in fields
    )
    found = [(number, value if isinstance(value, int) else bytes(value)) for number, value in message(data)]
    assert found == fields


@given(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=10))
def test_packed_numbers_come_back(values: list[int]) -> None:
    packed = memoryview(b"".join(varint(value) for value in values))
    assert [signed(value) for value in varints(packed)] == values


def test_fixed_fields_are_stepped_over() -> None:
    data = varint(1 << 3 | 1) + bytes(8) + varint(2 << 3 | 5) + bytes(4) + number_field(3, 7)
    assert [(number, value) for number, value in message(data) if isinstance(value, int)] == [(3, 7)]


@given(st.binary(max_size=80))
def test_garbage_is_read_or_refused_and_never_anything_else(data: bytes) -> None:
    try:
        found = list(message(data))
    except InputError:
        return
    assert sum(len(value) for _, value in found if not isinstance(value, int)) <= len(data)


@pytest.mark.parametrize(
    "data",
    [
        b"\x80",
        b"\xff" * 11,
        b"\x0a\x05ab",
        b"\x0b",
        b"\x0c",
        b"\x00\x01",
        b"\x09\x00",
        b"\x08" + b"\xff" * 9 + b"\x7f",
        b"\x0a" + b"\xff" * 9 + b"\x01",
    ],
)
def test_what_is_no_message_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="message"):
        list(message(data))
