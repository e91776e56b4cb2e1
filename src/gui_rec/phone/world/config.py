"""How a simulated phone is set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from gui_rec.model.geometry import ScreenSize

DEFAULT_SIZE = ScreenSize(1080, 2400)
SUPPORTED_APIS = {28: "9", 30: "11", 34: "14", 36: "16"}


@dataclass(frozen=True, slots=True)
class PhoneConfig:
    """A phone's fixed facts.

    `size` is the panel in its natural orientation. `wall_offset_s` is added to the clock's wall time.
    `values` overrides single texts of the apps, such as `{"shop.price.lamp": "31.00"}`. `faults` are
    fault specifications (see `gui_rec.phone.world.faults`). The seed changes only what no recorded
    state contains: where the carousel starts, jitter of timings, battery, notification icons, hashes.
    `displays` is 1 or 2. `secure_capture` says what screencap makes of a screen that is not to be captured:
    `black`, `refuse`, or `auto`, which refuses up to Android 11 and is black from Android 12 on.
    """

    size: ScreenSize = DEFAULT_SIZE
    density_dpi: int = 420
    seed: int = 0
    api: int = 34
    android_release: str = ""
    model: str = "sdk_gphone64_x86_64"
    locale: str = "en-US"
    displays: int = 1
    secure_capture: str = "auto"
    wall_offset_s: float = 0.0
    values: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    faults: tuple[str, ...] = ()

    @property
    def refuses_secure(self) -> bool:
        """screencap fails on a secure screen, instead of giving a black picture."""
        return self.secure_capture == "refuse" or (self.secure_capture == "auto" and self.api <= 30)

    @property
    def release(self) -> str:
        """The Android release: as configured, else the one that belongs to `api`."""
        return self.android_release or SUPPORTED_APIS.get(self.api, str(self.api - 20))
