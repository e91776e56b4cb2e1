"""Whether the packages of the extra `studio` are there."""

from __future__ import annotations

from importlib.util import find_spec

from gui_rec.errors import UsageError

PACKAGES = ("starlette", "uvicorn", "websockets")


def require_studio() -> None:
    """Raise UsageError, naming what to install, when the page cannot be served."""
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"--web needs {', '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} not installed; "
            "do: pip install 'gui-rec[studio]'"
        )
