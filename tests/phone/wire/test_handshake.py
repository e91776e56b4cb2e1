"""Who the phone says it is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.phone.wire import handshake
from gui_rec.phone.wire.handshake import FEATURES, Identity
from gui_rec.phone.wire.packets import MAX_PAYLOAD_BYTES, VERSION, Command, Packet


def _host(
    data: bytes = b"host::features=shell_v2,cmd,abb", version: int = VERSION, most: int = 1 << 20
) -> Packet:
    return Packet(Command.CNXN, version, most, data)


def test_the_banner_names_the_phone_and_what_it_can() -> None:
    packet = handshake.hello(Identity("prod", "Model 9", "dev"))
    assert (packet.command, packet.arg0, packet.arg1) == (Command.CNXN, 0x01000001, 0x100000)
    assert packet.data == (
        b"device::ro.product.name=prod;ro.product.model=Model 9;ro.product.device=dev;"
        b"features=shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,sendrecv_v2"
    )
    assert "delayed_ack" not in FEATURES


@pytest.mark.parametrize("sign", [":", ";", "=", "\0"])
def test_a_name_cannot_break_the_banner(sign: str) -> None:
    with pytest.raises(InputError, match="a phone's name"):
        handshake.hello(Identity(model=f"a{sign}b"))


def test_only_common_features_count() -> None:
    peer = handshake.read_host(_host())
    assert peer.features == {"shell_v2", "cmd"}
    assert not peer.wants_check


def test_an_old_host_wants_the_check_and_small_packets() -> None:
    peer = handshake.read_host(_host(b"host::\0", version=0x01000000, most=4096))
    assert peer.wants_check
    assert peer.max_payload_bytes == 4096
    assert peer.features == frozenset()


def test_the_smaller_payload_wins() -> None:
    assert handshake.read_host(_host(most=1 << 24)).max_payload_bytes == MAX_PAYLOAD_BYTES


@pytest.mark.parametrize(
    "packet", [_host(most=100), Packet(Command.OPEN, 1, 0, b"shell:")], ids=["tiny", "open"]
)
def test_what_is_no_greeting_is_refused(packet: Packet) -> None:
    with pytest.raises(InputError, match="adb handshake"):
        handshake.read_host(packet)


@given(st.binary(max_size=200))
@settings(max_examples=60, deadline=None)
def test_any_banner_can_be_read(data: bytes) -> None:
    assert handshake.read_host(_host(data)).features <= frozenset(FEATURES)


def test_a_challenge_carries_twenty_bytes() -> None:
    packet = handshake.auth_challenge()
    assert (packet.command, packet.arg0, packet.arg1, len(packet.data)) == (Command.AUTH, 1, 0, 20)
