"""An agent that taps for ever; told to stop, it says so."""

from __future__ import annotations

import subprocess
import sys

try:
    while True:
        subprocess.run([sys.argv[1], "shell", "input", "tap", "540", "1000"], timeout=60, check=False)
except KeyboardInterrupt:
    sys.stderr.write("interrupted\n")
    raise SystemExit(9) from None
