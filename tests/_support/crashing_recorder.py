"""A recorder to be killed: appends steps and says of each, on standard output, that it was acknowledged.

    python crashing_recorder.py TARGET STEPS [FILE_SIZE_LIMIT]

With a limit the process may write no file beyond that many bytes, as on a full disk; the error's class
and text are printed then.
"""

from __future__ import annotations

import sys
from pathlib import Path

from trajectories import FINISHED, a_step, an_episode

from gui_rec.errors import StoreError
from gui_rec.store.recording import RecordingWriter


def main(target: Path, steps: int, limit: int | None) -> None:
    """Record until killed, full or done."""
    writer = RecordingWriter.create(target, an_episode())
    if limit is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    try:
        for index in range(steps):
            writer.append(a_step(index, action_raw="x" * 400))
            print(f"ack {index}", flush=True)  # noqa: T201
        print("finishing", flush=True)  # noqa: T201
        writer.finish(FINISHED)
        print("finished", flush=True)  # noqa: T201
    except StoreError as error:
        print(f"{type(error).__name__}: {error}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else None)
