"""Checks of the tree's shape that no linter knows: module size, a test file for each source file."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from gui_rec._registry import Registry

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "gui_rec"
TESTS = ROOT / "tests"
MAX_LINES = 500

# Source files without a test file of their own, each with the reason. The list may only shrink.
EXEMPT: dict[str, str] = {"__main__.py": "run by the end-to-end test"}


def too_long() -> list[str]:
    """Modules over the limit."""
    found = []
    for path in [*SOURCE.rglob("*.py"), *TESTS.rglob("*.py")]:
        count = len(path.read_text(encoding="utf-8").splitlines())
        if count > MAX_LINES:
            found.append(
                f"{path.relative_to(ROOT)}: {count} lines, the limit is {MAX_LINES}; split it by idea"
            )
    return found


def members_under_contract() -> set[str]:
    """Members of a family whose contract test runs over all of them: `tests/contract` imports its table."""
    contracts = "".join(path.read_text(encoding="utf-8") for path in (TESTS / "contract").glob("test_*.py"))
    found = set()
    for table in SOURCE.rglob("_members.py"):
        name = ".".join(("gui_rec", *table.relative_to(SOURCE).with_suffix("").parts))
        if f"from {name} import" in contracts:
            registries = [
                item for item in vars(importlib.import_module(name)).values() if isinstance(item, Registry)
            ]
            found |= {_file_of(registry.home(member)) for registry in registries for member in registry}
    return found


def _file_of(module: str) -> str:
    return "/".join(module.split(".")[1:]) + ".py"


def untested() -> list[str]:
    """Source files that have no test file at the mirrored place, and exemptions that are not needed.

    A member of a family may leave its test to the family's contract test.
    """
    found = []
    contracted = members_under_contract()
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if path.name in ("__init__.py", "_api.py", "_members.py"):
            continue
        test = TESTS / path.relative_to(SOURCE).parent / f"test_{_bare(path.stem)}.py"
        if not test.exists() and name not in EXEMPT and name not in contracted:
            found.append(f"src/gui_rec/{name}: no {test.relative_to(ROOT)}")
        if test.exists() and name in EXEMPT:
            found.append(f"scripts/check_layout.py: {name} has a test file now; take it off the list")
    return found


def _bare(stem: str) -> str:
    """`_places` -> `places`, `__main__` -> `main`; `import_` keeps what parts it from a keyword."""
    return stem.strip("_") if stem.startswith("__") else stem.lstrip("_")


def packages_in_tests() -> list[str]:
    """`__init__.py` in a tests folder would shadow installed packages such as `datasets`."""
    return [f"{p.relative_to(ROOT)}: tests are no packages; remove it" for p in TESTS.rglob("__init__.py")]


def main() -> int:
    """Print what is wrong; 1 if anything is."""
    problems = too_long() + untested() + packages_in_tests()
    for problem in problems:
        sys.stderr.write(problem + "\n")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
