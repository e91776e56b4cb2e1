"""One TCP socket's inode, asked of Linux directly: a machine may have thousands, and listing them takes as many microseconds.

Source: Linux uapi, linux/netlink.h, linux/sock_diag.h and linux/inet_diag.h (`inet_diag_req_v2`, `inet_diag_msg`).
"""

from __future__ import annotations

import socket
import struct

_NETLINK, _SOCK_DIAG, _BY_FAMILY, _REQUEST = 16, 4, 20, 1
_HEADER = struct.Struct("=IHHII")
_SOCKET_ID = struct.Struct("!HH16s16s")
_ANY_INTERFACE_NO_COOKIE = struct.pack("=III", 0, 0xFFFFFFFF, 0xFFFFFFFF)
_ALL_STATES = 0xFFFFFFFF
_INODE_AT = _HEADER.size + 4 + 48 + 16
_LOOPBACK = socket.inet_aton("127.0.0.1")
_TIMEOUT_S = 1.0


def inode_of(local_port: int, remote_port: int) -> int | None:
    """The inode of the socket of 127.0.0.1 whose own port is `local_port`; None where Linux does not tell."""
    body = struct.pack("=BBBBI", socket.AF_INET, socket.IPPROTO_TCP, 0, 0, _ALL_STATES)
    body += _SOCKET_ID.pack(local_port, remote_port, _LOOPBACK, _LOOPBACK) + _ANY_INTERFACE_NO_COOKIE
    request = _HEADER.pack(_HEADER.size + len(body), _BY_FAMILY, _REQUEST, 1, 0) + body
    try:
        with socket.socket(_NETLINK, socket.SOCK_RAW, _SOCK_DIAG) as kernel:
            kernel.settimeout(_TIMEOUT_S)
            kernel.sendto(request, (0, 0))
            answer = kernel.recv(4096)
    except (OSError, TypeError):
        return None
    if len(answer) < _INODE_AT + 4 or _HEADER.unpack_from(answer)[1] != _BY_FAMILY:
        return None
    return int(struct.unpack_from("=I", answer, _INODE_AT)[0]) or None
