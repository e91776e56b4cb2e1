"""Packets as bytes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.phone.wire import packets
from gui_rec.phone.wire.packets import HEADER_BYTES, MAX_PAYLOAD_BYTES, Command, Packet

_U32 = st.integers(0, 0xFFFFFFFF)


@given(st.sampled_from(Command), _U32, _U32, st.binary(max_size=300), st.booleans())
@settings(max_examples=80, deadline=None)
def test_a_packet_survives_the_wire(command: Command, arg0: int, arg1: int, data: bytes, check: bool) -> None:
    packet = Packet(command, arg0, arg1, data)
    encoded = packets.encode(packet, check=check)
    header = packets.decode_header(encoded[:HEADER_BYTES])
    assert header.with_data(encoded[HEADER_BYTES:]) == packet
    assert header.length == len(data)
    assert header.check == (sum(data) if check else 0)


@given(st.binary(max_size=40))
@settings(max_examples=100, deadline=None)
def test_arbitrary_bytes_are_refused_with_one_kind_of_error(data: bytes) -> None:
    with pytest.raises(InputError):
        packets.decode_header(data)


def test_the_bytes_of_a_known_packet() -> None:
    encoded = packets.encode(Packet(Command.OPEN, 1, 0, b"shell:\0"), check=True)
    assert encoded == bytes.fromhex("4f50454e 01000000 00000000 07000000 52020000 b0afbab1") + b"shell:\0"


def test_a_packet_may_be_a_megabyte_and_not_more() -> None:
    whole = Packet(Command.WRTE, 1, 2, bytes(MAX_PAYLOAD_BYTES))
    assert len(packets.encode(whole, check=False)) == HEADER_BYTES + MAX_PAYLOAD_BYTES
    with pytest.raises(InputError, match="at most 1048576"):
        packets.encode(Packet(Command.WRTE, 1, 2, bytes(MAX_PAYLOAD_BYTES + 1)), check=False)


def test_the_handshake_has_a_smaller_limit() -> None:
    with pytest.raises(InputError, match="at most 4096"):
        packets.encode(Packet(Command.CNXN, 1, 2, bytes(4097)), check=True)


@pytest.mark.parametrize(
    ("at", "value", "message"),
    [(20, b"\0\0\0\0", "magic"), (12, b"\x01\0\x10\0", "at most")],
    ids=["magic", "length"],
)
def test_a_header_that_lies_is_refused(at: int, value: bytes, message: str) -> None:
    header = bytearray(packets.encode(packets.okay(1, 2), check=False))
    header[at : at + 4] = value
    with pytest.raises(InputError, match=message):
        packets.decode_header(bytes(header))


def test_an_unknown_command_is_refused_even_with_its_magic() -> None:
    word = 0x434E5953
    header = b"".join(number.to_bytes(4, "little") for number in (word, 0, 0, 0, 0, word ^ 0xFFFFFFFF))
    with pytest.raises(InputError, match="unknown command 0x434e5953"):
        packets.decode_header(header)


def test_the_three_stream_packets() -> None:
    assert packets.okay(7, 9) == Packet(Command.OKAY, 7, 9)
    assert packets.write(7, 9, b"x") == Packet(Command.WRTE, 7, 9, b"x")
    assert packets.close(0, 9) == Packet(Command.CLSE, 0, 9)


_PACKET = st.builds(Packet, st.sampled_from(Command), _U32, _U32, st.binary(max_size=300))


@given(st.lists(_PACKET, max_size=8), st.integers(1, 400))
@settings(max_examples=80, deadline=None)
def test_packets_are_found_however_their_bytes_come(sent: list[Packet], piece: int) -> None:
    wire = b"".join(packets.encode(packet, check=False) for packet in sent)
    decoder = packets.Decoder()
    found: list[Packet] = []
    for start in range(0, len(wire), piece):
        found += decoder.feed(wire[start : start + piece])
    assert found == sent


def test_the_packets_before_a_wrong_one_are_given() -> None:
    good = packets.okay(1, 2)
    feeding = packets.Decoder().feed(packets.encode(good, check=False) + bytes(24))
    assert next(feeding) == good
    with pytest.raises(InputError, match="magic"):
        next(feeding)
