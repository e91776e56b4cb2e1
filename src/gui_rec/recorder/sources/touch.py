"""Actions from a person's finger on the device's own panel."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack

from gui_rec.capture.reconnect import GONE, wait_for
from gui_rec.device._api import EmitsTouches
from gui_rec.errors import ActionUnsupportedError, DeviceError, DeviceLostError
from gui_rec.model.flags import Source
from gui_rec.model.step import Step
from gui_rec.recorder.session import Recorder
from gui_rec.recorder.sources._api import ActionSource, SourceOptions, Stop
from gui_rec.recorder.touch.kept_panel import KeptPanel
from gui_rec.recorder.touch.nodes import choose
from gui_rec.recorder.touch.watcher import TouchWatcher

_SHORT_S = 2.0
_MOST_SHORT = 5


class TouchSource:
    """Records what a finger does on the panel."""

    name = Source.TOUCH.value

    def steps(self, recorder: Recorder, options: SourceOptions, stop: Stop) -> Iterator[Step]:
        device = recorder.device
        if not isinstance(device, EmitsTouches):
            raise ActionUnsupportedError(f"{device.serial}: this device does not tell what its panel sees")
        choose(device.touch_nodes())  # a device without a panel is told before anything is opened
        short, after_gap = 0, False
        while short < _MOST_SHORT:
            began_s = recorder.clock.monotonic_s()
            broke = yield from self._listen(recorder, options, stop, after_gap=after_gap)
            if broke is None:
                return
            short = short + 1 if recorder.clock.monotonic_s() - began_s < _SHORT_S else 0
            away_s = wait_for(recorder.device, recorder.clock, recorder.config.patience, broke)
            options.on_message(
                f"{device.serial} was away for {away_s:.1f} s; what was touched meanwhile is not known"
            )
            after_gap = True
        raise DeviceLostError(f"{device.serial}: the touch panel's events end again and again")

    def _listen(
        self, recorder: Recorder, options: SourceOptions, stop: Stop, *, after_gap: bool
    ) -> Generator[Step, None, DeviceError | None]:
        """Steps until the source is over (None), or until the device went away (why)."""
        device = recorder.device
        assert isinstance(device, EmitsTouches)
        try:
            with ExitStack() as stack:
                if (panel := options.panel) is None:
                    panel = KeptPanel()
                    stack.callback(panel.close)
                line = stack.enter_context(panel.line(device, recorder.clock, options.on_message))
                watcher = TouchWatcher(
                    recorder,
                    line.feed,
                    line.ears.nodes,
                    options.idle_look_s,
                    tell=options.on_message,
                    rested=options.on_rested,
                    after_gap=after_gap,
                    ears=line.ears,
                )
                options.on_ready()
                yield from watcher.steps(stop)
        except GONE as error:
            if stop():
                raise
            return error
        return None


SOURCE: ActionSource = TouchSource()
