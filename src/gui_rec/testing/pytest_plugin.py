"""A pytest plugin with the fixture `phone`: a simulated phone for every test that asks for one.

In the conftest.py at the root of the tests:

    pytest_plugins = ["gui_rec.testing.pytest_plugin"]

Each phone has an adb server of its own on a free port, with its own HOME: the person's adb, its keys and the
devices it lists are never touched. The mark `phone` says how the phone is to be.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest

from gui_rec.testing.phone_in_hand import PhoneInHand, phone_in_hand

KEYWORDS = tuple(inspect.signature(phone_in_hand).parameters)
"""What the mark takes, by name alone."""
__all__ = ["PhoneInHand", "phone"]


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line(
        "markers",
        f"phone({', '.join(KEYWORDS)}): how the simulated phone of a test is to be",
    )


@pytest.fixture
def phone(request: pytest.FixtureRequest) -> Iterator[PhoneInHand]:
    """A booted simulated phone on a private adb server, as the test's mark `phone` wants it."""
    mark = request.node.get_closest_marker("phone")
    how = {} if mark is None else _checked(mark)
    with phone_in_hand(**how) as held:
        yield held


def _checked(mark: pytest.Mark) -> dict[str, Any]:
    """The mark's keywords; a test whose mark has others fails with one line."""
    wrong = [*(repr(value) for value in mark.args), *(name for name in mark.kwargs if name not in KEYWORDS)]
    if wrong:
        pytest.fail(
            f"@pytest.mark.phone: expected keywords of {', '.join(KEYWORDS)}, got {', '.join(wrong)}",
            pytrace=False,
        )
    return dict(mark.kwargs)
