"""The first packets of a link: who the phone says it is, and what both sides can do.

Facts: AOSP packages/modules/adb, adb.cpp (`parse_banner`, `get_connection_string`). A device that does not
ask for AUTH is one with `ro.adb.secure=0`, as emulators are.
"""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.errors import InputError
from gui_rec.phone.wire.packets import MAX_PAYLOAD_BYTES, VERSION, Command, Packet

FEATURES = ("shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "sendrecv_v2")
"""What the phone offers. No delayed_ack: one WRTE in flight is simpler and fast enough."""

AUTH_SIGNATURE = 2
"""The host's answer to a challenge, once a key; after the last it sends its public key (3) and waits."""

_AUTH_TOKEN = 1
_TOKEN_BYTES = 20
_LEAST_PAYLOAD_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Identity:
    """What `adb devices -l` shows of a phone: its product, model and device names."""

    product: str = "sdk_gphone64_x86_64"
    model: str = "sdk_gphone64_x86_64"
    device: str = "emu64xa"

    def banner(self, state: str = "device") -> bytes:
        """The text of the phone's CNXN; `state` is what adb shows. Raises InputError for a name that would break it."""
        for name in (self.product, self.model, self.device):
            if any(sign in name for sign in ":;=\0"):
                raise InputError(f"a phone's name cannot hold ':', ';', '=' or a NUL, got {name!r}")
        properties = {
            "ro.product.name": self.product,
            "ro.product.model": self.model,
            "ro.product.device": self.device,
            "features": ",".join(FEATURES),
        }
        return (f"{state}::" + ";".join(f"{key}={value}" for key, value in properties.items())).encode()


@dataclass(frozen=True, slots=True)
class Peer:
    """What the host said of itself: protocol version, bytes a packet may carry both ways, common features."""

    version: int
    max_payload_bytes: int
    features: frozenset[str]

    @property
    def wants_check(self) -> bool:
        """Whether the host still reads the data check."""
        return self.version < VERSION


def read_host(packet: Packet) -> Peer:
    """The host's CNXN. Raises InputError when it is none that can be worked with."""
    if packet.command is not Command.CNXN:
        raise InputError(f"adb handshake: expected CNXN, got {packet.command.name}")
    if packet.arg1 < _LEAST_PAYLOAD_BYTES:
        raise InputError(f"adb handshake: the host takes {packet.arg1} bytes a packet, less than 4096")
    features: frozenset[str] = frozenset()
    properties = packet.data.rstrip(b"\0").decode("utf-8", "replace").split(":", 2)[-1]
    for pair in properties.split(";"):
        key, equals, value = pair.partition("=")
        if key == "features" and equals:
            features = frozenset(value.split(","))
    return Peer(packet.arg0, min(packet.arg1, MAX_PAYLOAD_BYTES), features & frozenset(FEATURES))


def hello(identity: Identity, state: str = "device") -> Packet:
    """The phone's CNXN."""
    return Packet(Command.CNXN, VERSION, MAX_PAYLOAD_BYTES, identity.banner(state))


def auth_challenge(token: bytes = bytes(_TOKEN_BYTES)) -> Packet:
    """A demand for a signature; a phone that never accepts one is `unauthorized`."""
    return Packet(Command.AUTH, _AUTH_TOKEN, 0, token)
