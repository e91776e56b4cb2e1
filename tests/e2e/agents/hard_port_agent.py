"""An agent that knows one port and no variable."""

from __future__ import annotations

import socket
import sys

PORT, SERIAL = int(sys.argv[1]), sys.argv[2]


def ask(*requests: str) -> bytes:
    with socket.create_connection(("127.0.0.1", PORT), timeout=60) as server:
        for request in requests:
            server.sendall(b"%04x" % len(request) + request.encode())
            assert server.recv(4) == b"OKAY"
        data = b""
        while part := server.recv(65536):
            data += part
        return data


ask(f"host:transport:{SERIAL}", "shell:input tap 876 1890")
