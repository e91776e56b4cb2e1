"""Visit a device once and run every examination over what was seen."""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec._clock import Clock
from gui_rec.capture.observe import Observer
from gui_rec.device._api import ChoosesDisplay, Device, EmitsTouches, TellsHealth
from gui_rec.recorder.doctor._api import Finding, Seen
from gui_rec.recorder.doctor._members import EXAMINATIONS


def visit(device: Device, clock: Clock) -> Seen:
    """Look at the device; nothing on it is changed. Raises DeviceError where it does not answer at all."""
    health = device.health() if isinstance(device, TellsHealth) else None
    observer = Observer(device, clock)
    observer.observe()  # what the first look costs once, such as the first connection, is no touch's wait
    began_s = clock.monotonic_s()
    picture = observer.screenshot()
    pictured_s = clock.monotonic_s()
    observation = observer.observe(screenshot=picture)
    costs_s = (pictured_s - began_s, clock.monotonic_s() - pictured_s)
    nodes = tuple(device.touch_nodes()) if isinstance(device, EmitsTouches) else None
    displays = device.displays() if isinstance(device, ChoosesDisplay) else ()
    return Seen(device.serial, observation, *costs_s, nodes, health, displays)


def examine(seen: Seen) -> Iterator[tuple[str, Finding]]:
    """Each examination's name and finding; those that the device tells nothing about are left out."""
    for name in EXAMINATIONS:
        finding = EXAMINATIONS.get(name)(seen)
        if finding is not None:
            yield name, finding
