"""How fast the simulated phone's wire is: streams a second, shells at once, large files both ways.

A stream costs two exchanges with the adb server and three with the phone; its peer is a request that the same adb
server answers alone. A file's peer is the same bytes through one loopback connection.
"""

from __future__ import annotations

import concurrent.futures
import os
import socket
import subprocess
import tempfile
import threading
from pathlib import Path

from measure import Row, paired

from gui_rec.device.adb.server import find_adb
from gui_rec.testing.phone import SimulatedPhone, simulated_phone

_THREADS = 40


def request(port: int, *messages: bytes) -> bytes:
    """Messages to an adb server, each after the OKAY for the one before; all that comes after the last OKAY."""
    with socket.create_connection(("127.0.0.1", port)) as server:
        server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for message in messages:
            server.sendall(b"%04x" % len(message) + message)
            if server.recv(4, socket.MSG_WAITALL) != b"OKAY":
                raise ConnectionError(f"the adb server refused {message!r}")
        data = b""
        while part := server.recv(65536):
            data += part
        return data


def streams(phone: SimulatedPhone, count: int) -> None:
    """`count` commands one after the other, each checked."""
    target = f"host:transport:{phone.process.serial}".encode()
    for number in range(count):
        answer = request(phone.server.port, target, b"exec:echo %d" % number)
        if answer != b"%d\n" % number:
            raise ConnectionError(f"stream {number} answered {answer!r}")


def versions(phone: SimulatedPhone, count: int) -> None:
    """`count` questions that the adb server answers by itself."""
    for _ in range(count):
        request(phone.server.port, b"host:version")


def at_once(work: object, phone: SimulatedPhone, each: int) -> None:
    """The same work in 40 threads; what one raises is raised."""
    assert callable(work)
    with concurrent.futures.ThreadPoolExecutor(_THREADS) as threads:
        for done in [threads.submit(work, phone, each) for _ in range(_THREADS)]:
            done.result()


def adb(phone: SimulatedPhone, *words: str) -> None:
    """One call of the adb command line."""
    command = [str(find_adb()), "-P", str(phone.server.port), "-s", phone.process.serial, *words]
    subprocess.run(command, env=phone.server.environ, capture_output=True, check=True)


def loopback(data: bytes) -> None:
    """The bytes through one connection, to a thread that counts them."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=_swallow, args=(listener, len(data)))
        thread.start()
        with socket.create_connection(listener.getsockname()[:2]) as sender:
            sender.sendall(data)
        thread.join()


def _swallow(listener: socket.socket, count: int) -> None:
    connection, _ = listener.accept()
    with connection:
        while count > 0:
            count -= len(connection.recv(1 << 20))


def run(*, quick: bool) -> list[Row]:
    """Streams one after the other, shells at once, a push, a pull."""
    count, each, size, rounds = (100, 3, 5_000_000, 2) if quick else (3000, 50, 100_000_000, 5)
    with tempfile.TemporaryDirectory() as name, simulated_phone(seed=1) as phone:
        up, down = Path(name) / "up", Path(name) / "down"
        data = os.urandom(size)
        up.write_bytes(data)
        one_by_one = paired(lambda: streams(phone, count), lambda: versions(phone, count), rounds)
        together = paired(
            lambda: at_once(streams, phone, each), lambda: at_once(versions, phone, each), rounds
        )
        push = paired(lambda: adb(phone, "push", str(up), "/sdcard/f"), lambda: loopback(data), rounds)
        pull = paired(lambda: adb(phone, "pull", "/sdcard/f", str(down)), lambda: loopback(data), rounds)
        if down.read_bytes() != data:
            raise ConnectionError("a pulled file differs from what was pushed")
    version, wire = "the adb server's own `host:version`", "one loopback connection"
    megabytes = f"{size // 1_000_000} MB"
    return [
        Row("phone_streams", "`exec:echo`, one after the other", version, f"{count} streams", *one_by_one),
        Row("phone_shells", f"`exec:echo` in {_THREADS} threads", version, f"{each} each", *together),
        Row("phone_push", "`adb push`", wire, megabytes, *push),
        Row("phone_pull", "`adb pull`", wire, megabytes, *pull),
    ]
