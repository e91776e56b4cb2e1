"""An export or a recording to the Hugging Face Hub: private unless said, in commits, never over a stranger's data.

`huggingface_hub` reads its environment when it is first imported, so it is imported here on use. Xet, its newer
transfer, belongs to huggingface.co; an endpoint of another name is not asked for it unless HF_HUB_DISABLE_XET
says so.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from gui_rec.datasets.push_files import PushFile, files_of
from gui_rec.errors import PushError, UsageError

if TYPE_CHECKING:
    from huggingface_hub import HfApi

FILES_PER_COMMIT = 50
_REPO_ID = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}")
_XET = "HF_HUB_DISABLE_XET"
_HOME = "huggingface.co"


@dataclass(frozen=True, slots=True)
class PushSpec:
    """How to push. `token` None is HF_TOKEN or the one that `hf auth login` stored; it is never printed.

    `into_existing` allows a repository that is there already: files of the same names get a new version there.
    """

    public: bool = False
    into_existing: bool = False
    dry_run: bool = False
    message: str = "Upload with gui-rec"
    token: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class PushReport:
    """What was pushed, or would be. `url` is None after a dry run."""

    repo_id: str
    private: bool
    files: tuple[str, ...]
    bytes: int
    commits: int
    dry_run: bool
    url: str | None


def push(out: Path, repo_id: str, spec: PushSpec | None = None) -> PushReport:
    """Upload the export or recording `out` as the dataset repository `repo_id` (`user/name`).

    Data goes first and the card last, so that no card names files that are not there yet; what an interrupted push
    had uploaded is not sent again. Raises UsageError for a repo id that is none, InputError for something that is
    neither an export nor a whole recording, and PushError for what the Hub or the network refuses.
    """
    spec = spec or PushSpec()
    if not _REPO_ID.fullmatch(repo_id):
        raise UsageError(f"repository: expected USER/NAME such as me/my-taps, got {repo_id!r}")
    files = files_of(out)
    batches = [files[at : at + FILES_PER_COMMIT] for at in range(0, len(files), FILES_PER_COMMIT)]
    url = None if spec.dry_run else _upload(repo_id, batches, spec)
    return PushReport(
        repo_id,
        not spec.public,
        tuple(file.path for file in files),
        sum(file.size for file in files),
        len(batches),
        spec.dry_run,
        url,
    )


def _upload(repo_id: str, batches: Sequence[Sequence[PushFile]], spec: PushSpec) -> str:
    _choose_transfer()
    with _translated(repo_id), _quiet_unless_watched():
        api = _api(spec.token)
        url = str(
            api.create_repo(
                repo_id, repo_type="dataset", private=not spec.public, exist_ok=spec.into_existing
            )
        )
        _refuse_open_door(api, repo_id, spec)
        for at, batch in enumerate(batches):
            part = "" if len(batches) == 1 else f" ({at + 1} of {len(batches)})"
            api.create_commit(
                repo_id, _operations(batch), commit_message=f"{spec.message}{part}", repo_type="dataset"
            )
    return url


def _refuse_open_door(api: HfApi, repo_id: str, spec: PushSpec) -> None:
    """An existing repository keeps its visibility; private data must not land in a public one unsaid."""
    if spec.into_existing and not spec.public and not api.repo_info(repo_id, repo_type="dataset").private:
        raise PushError(
            f"{repo_id}: it exists and is public; push publicly on purpose, or choose another name"
        )


def _choose_transfer() -> None:
    endpoint = os.environ.get("HF_ENDPOINT")
    if endpoint and urlsplit(endpoint).hostname not in (_HOME, f"www.{_HOME}"):
        os.environ.setdefault(_XET, "1")


def _api(token: str | None) -> HfApi:
    from huggingface_hub import HfApi, get_token

    found = token or get_token()
    if not found:
        raise PushError("no Hugging Face token: set HF_TOKEN, or log in once with `hf auth login`")
    if not (found.isascii() and found.isprintable()):  # it could not stand in a request
        raise PushError("the Hugging Face token holds characters that none has; set HF_TOKEN anew")
    return HfApi(token=found)


def _operations(batch: Sequence[PushFile]) -> list[Any]:
    from huggingface_hub import CommitOperationAdd

    return [CommitOperationAdd(path_in_repo=file.path, path_or_fileobj=file.source) for file in batch]


@contextmanager
def _translated(repo_id: str) -> Iterator[None]:
    """Turn what the client raises into one line that says what to do. The token is in none of them."""
    from huggingface_hub import constants
    from huggingface_hub.errors import HfHubHTTPError

    # The client's HTTP library changed its name with every major release; this is its base of all errors.
    transport: type[Exception] = HfHubHTTPError.__mro__[1]
    try:
        yield
    except (HfHubHTTPError, transport, ConnectionError, TimeoutError, RuntimeError) as error:
        # The client wraps what goes wrong while it uploads one file in a bare RuntimeError.
        cause = error.__cause__ if isinstance(error, RuntimeError) else error
        if isinstance(cause, HfHubHTTPError):
            status = cause.response.status_code
            raise PushError(
                f"{repo_id}: {_advice(status)} (HTTP {status} from {constants.ENDPOINT})"
            ) from error
        if isinstance(cause, transport | ConnectionError | TimeoutError):
            kind = type(cause).__name__
            raise PushError(
                f"{repo_id}: cannot reach {constants.ENDPOINT} ({kind}); is there a network?"
            ) from error
        raise


@contextmanager
def _quiet_unless_watched() -> Iterator[None]:
    """The client's progress bars are for a person at a terminal; in a log they are noise."""
    from huggingface_hub.utils import are_progress_bars_disabled, disable_progress_bars, enable_progress_bars

    if sys.stderr.isatty() or are_progress_bars_disabled():
        yield
        return
    disable_progress_bars()
    try:
        yield
    finally:
        enable_progress_bars()


def _advice(status: int) -> str:
    advice = {
        401: "the Hub does not accept the token; make a new one with write access and set HF_TOKEN",
        403: "the token may not write here; use one with write access, or your own name",
        404: "the Hub does not know this place; does the user or organisation exist?",
        409: "the repository exists already; choose another name, or allow pushing into it",
        413: "the Hub finds a file too large",
        429: "the Hub asks to slow down; try again later, what is uploaded will not be sent again",
    }
    if status >= 500:
        return "the Hub has trouble of its own; try again later, what is uploaded will not be sent again"
    return advice.get(status, "the Hub refuses")
