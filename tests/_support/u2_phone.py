"""Calling the phone's uiautomator2 server in memory, on a loop whose time jumps and takes the phone's clock along."""

from __future__ import annotations

import asyncio
import selectors
import xml.etree.ElementTree as ElementTree
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from driven_phone import Driven, signed_in

from gui_rec.phone.u2._api import Session
from gui_rec.phone.u2.params import Params
from gui_rec.phone.u2.rpc import call
from gui_rec.testing.clock import FakeClock

T = TypeVar("T")

_BITS = {
    "text": 0x01,
    "textContains": 0x02,
    "textMatches": 0x04,
    "textStartsWith": 0x08,
    "className": 0x10,
    "classNameMatches": 0x20,
    "description": 0x40,
    "descriptionContains": 0x80,
    "descriptionMatches": 0x0100,
    "descriptionStartsWith": 0x0200,
    "checkable": 0x0400,
    "checked": 0x0800,
    "clickable": 0x1000,
    "longClickable": 0x2000,
    "scrollable": 0x4000,
    "enabled": 0x8000,
    "focusable": 0x010000,
    "focused": 0x020000,
    "selected": 0x040000,
    "packageName": 0x080000,
    "packageNameMatches": 0x100000,
    "resourceId": 0x200000,
    "resourceIdMatches": 0x400000,
    "index": 0x800000,
    "instance": 0x01000000,
}
Fields = dict[str, Any]


def selector(**fields: object) -> Fields:
    """A selector as the client sends it."""
    mask = sum(_BITS[name] for name in fields)
    return {"mask": mask, "childOrSibling": [], "childOrSiblingSelector": [], **fields}


def related(start: Fields, relation: str, **fields: object) -> Fields:
    """`start` with a child or a sibling."""
    return {
        **start,
        "childOrSibling": [*start["childOrSibling"], relation],
        "childOrSiblingSelector": [*start["childOrSiblingSelector"], selector(**fields)],
    }


class _Jumps(selectors.SelectSelector):
    """Waits are counted on the loop's time and on the phone's, and take none."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__()
        self.clock = clock
        self.now_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise AssertionError("the loop would wait for ever")
        self.now_s += max(timeout, 0)
        self.clock.advance(max(timeout, 0))
        return super().select(0)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self, clock: FakeClock) -> None:
        self.waits = _Jumps(clock)
        super().__init__(self.waits)

    def time(self) -> float:
        return self.waits.now_s


@dataclass
class U2Phone:
    """A phone and one run of its server."""

    driven: Driven = field(default_factory=Driven)

    def __post_init__(self) -> None:
        self.session = Session(self.driven.phone, asyncio.Event())
        self.took_s = 0.0

    def run(self, body: Callable[[], Awaitable[T]]) -> T:
        """What `body` returns; `took_s` tells how long it took on the phone's clock."""

        async def main() -> T:
            return await body()

        with asyncio.Runner(loop_factory=lambda: _Loop(self.driven.clock)) as runner:
            loop = runner.get_loop()
            begun_s = loop.time()
            try:
                return runner.run(main())
            finally:
                self.took_s = loop.time() - begun_s

    def call(self, method: str, *params: object) -> Any:
        """One call. Raises what the method raises."""

        async def body() -> object:
            self.session.stopped = asyncio.Event()
            return await call(self.session, method, Params(params))

        return self.run(body)

    def call_and_later(
        self, after_s: float, later: Callable[[], object], method: str, *params: object
    ) -> Any:
        """One call during which something else happens on the phone."""

        async def body() -> object:
            self.session.stopped = asyncio.Event()
            asyncio.get_running_loop().call_later(after_s, later)
            return await call(self.session, method, Params(params))

        return self.run(body)

    def stop_after(self, after_s: float, method: str, *params: object) -> Any:
        """One call during which the server is stopped."""

        def stop() -> None:
            self.session.stopped.set()

        return self.call_and_later(after_s, stop, method, *params)

    def tree(self, *params: object) -> list[Fields]:
        """The attributes of all nodes that `dumpWindowHierarchy` tells of."""
        xml = self.call("dumpWindowHierarchy", *params)
        return [dict(node.attrib) for node in ElementTree.fromstring(xml.encode()).iter("node")]


def at_login() -> U2Phone:
    """The shop's sign-in page."""
    phone = U2Phone()
    phone.driven.tap("Shop")
    return phone


def at_shop_home() -> U2Phone:
    """The shop's home page, signed in."""
    return U2Phone(signed_in())


def at_settings() -> U2Phone:
    """The first list of Settings, which is longer than the screen."""
    phone = U2Phone()
    phone.driven.tap("Settings")
    return phone
