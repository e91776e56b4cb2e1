"""The phones that run for this user, so that `gui-rec phone touch` and its like find them.

Each phone keeps a file, readable by its user alone, in a folder of that user's: its serial, its control port with
the token, its process id. The folder is GUI_REC_RUNTIME_DIR, else `gui-rec` in XDG_RUNTIME_DIR, else one with the
user's number in the folder for temporary files.
"""

from __future__ import annotations

import json
import os
import stat
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from gui_rec.errors import DeviceUnavailableError
from gui_rec.phone.control_client import PhoneControl

RUNTIME_VARIABLE = "GUI_REC_RUNTIME_DIR"
_SUFFIX = ".phone.json"


@dataclass(frozen=True, slots=True)
class RunningPhone:
    """Where a phone can be reached; `token` opens its control port."""

    serial: str
    control_port: int
    token: str
    pid: int

    def connect(self) -> PhoneControl:
        """Its control connection. Raises DeviceLostError when it is gone."""
        return PhoneControl(self.control_port, self.token)


def runtime_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Where this user's phones say that they run; it need not be there yet."""
    environ = os.environ if environ is None else environ
    named = environ.get(RUNTIME_VARIABLE)
    if named:
        return Path(named)
    session = environ.get("XDG_RUNTIME_DIR")
    if session:
        return Path(session) / "gui-rec"
    return Path(tempfile.gettempdir()) / f"gui-rec-{os.getuid()}"


@contextmanager
def listed(
    phone: RunningPhone, say: Callable[[str], None], environ: Mapping[str, str] | None = None
) -> Iterator[None]:
    """Be listed meanwhile. Where that cannot be, `say` why; the phone runs all the same."""
    folder = runtime_folder(environ)
    path = folder / f"{phone.serial}.{phone.pid}{_SUFFIX}"
    try:
        _own(folder)
        _sweep(folder)
        _write(path, json.dumps(asdict(phone)))
    except OSError as error:
        say(f"`gui-rec phone touch` and its like will not find this phone: {folder}: {error}")
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()


def _own(folder: Path) -> None:
    """Make the folder, or make sure that it is this user's and closed to others: the folder above may be anybody's."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _is_private(folder.lstat(), stat.S_ISDIR):
        raise PermissionError("expected a folder of this user's with mode 0700")


def _is_private(found: os.stat_result, is_kind: Callable[[int], bool]) -> bool:
    return is_kind(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077


def _write(path: Path, text: str) -> None:
    """In whole or not at all: a reader may look at any moment."""
    partial = path.with_name(f".{path.name}.part")
    with suppress(FileNotFoundError):
        partial.unlink()
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    partial.replace(path)


def running_phones(environ: Mapping[str, str] | None = None) -> list[RunningPhone]:
    """The phones of this user whose processes live, by serial; files that are not ours to trust are passed over."""
    folder = runtime_folder(environ)
    try:
        if not _is_private(folder.lstat(), stat.S_ISDIR):
            return []
    except OSError:
        return []
    found = (_read(path) for path in folder.glob(f"*{_SUFFIX}"))
    return sorted(
        (phone for phone in found if phone is not None and _lives(phone.pid)), key=lambda phone: phone.serial
    )


def _sweep(folder: Path) -> None:
    """Take away what phones left that were killed; their numbers may be given to other processes one day."""
    for path in folder.glob(f"*{_SUFFIX}"):
        phone = _read(path)
        if phone is not None and not _lives(phone.pid):
            path.unlink(missing_ok=True)


def _read(path: Path) -> RunningPhone | None:
    """None for a file that went away, is another user's, or is none of ours."""
    try:
        if not _is_private(path.lstat(), stat.S_ISREG):
            return None
        fields = json.loads(path.read_text(encoding="utf-8"))
        return RunningPhone(
            str(fields["serial"]), int(fields["control_port"]), str(fields["token"]), int(fields["pid"])
        )
    except (OSError, ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        return None


def _lives(pid: int) -> bool:
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except (OSError, OverflowError):
        return False
    return True


def find_phone(serial: str | None = None, environ: Mapping[str, str] | None = None) -> RunningPhone:
    """The running phone of that serial, or the only one. Raises DeviceUnavailableError that lists what runs."""
    running = running_phones(environ)
    names = ", ".join(phone.serial for phone in running)
    matching = [phone for phone in running if serial in (None, phone.serial)]
    if len(matching) == 1:
        return matching[0]
    if not running:
        wanted = "" if serial is None else f" {serial}"
        raise DeviceUnavailableError(f"no simulated phone{wanted} runs here; start one with `gui-rec phone`")
    if serial is None:
        raise DeviceUnavailableError(f"several simulated phones run: {names}; choose one with --serial")
    raise DeviceUnavailableError(
        f"expected one simulated phone {serial}, found {len(matching)}; running: {names}"
    )
