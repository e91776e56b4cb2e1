"""A pytest plugin with the fixture `phone`: a simulated phone for every test that asks for one.

In the conftest.py at the root of the tests:

    pytest_plugins = ["gui_rec.testing.pytest_plugin"]

Each phone has an adb server of its own on a free port, with its own HOME: the person's adb, its keys and the
devices it lists are never touched. The mark `phone` says how the phone is to be.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gui_rec.testing.phone_in_hand import PhoneInHand, phone_in_hand

__all__ = ["PhoneInHand", "phone"]


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line(
        "markers",
        "phone(seed=0, faults=(), screen=None, api=None, options=()): how the simulated phone of a test is to be",
    )


@pytest.fixture
def phone(request: pytest.FixtureRequest) -> Iterator[PhoneInHand]:
    """A booted simulated phone on a private adb server, as the test's mark `phone` wants it."""
    mark = request.node.get_closest_marker("phone")
    with phone_in_hand(**(mark.kwargs if mark is not None else {})) as held:
        yield held
