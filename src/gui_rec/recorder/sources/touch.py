"""Actions from a person's finger on the device's own panel."""

from __future__ import annotations

from collections.abc import Iterator

from gui_rec.device._api import EmitsTouches
from gui_rec.errors import ActionUnsupportedError
from gui_rec.model.flags import Source
from gui_rec.model.step import Step
from gui_rec.recorder.session import Recorder
from gui_rec.recorder.sources._api import ActionSource, SourceOptions, Stop
from gui_rec.recorder.touch.feed import ThreadedFeed
from gui_rec.recorder.touch.nodes import choose
from gui_rec.recorder.touch.watcher import TouchWatcher


class TouchSource:
    """Records what a finger does on the panel."""

    name = Source.TOUCH.value

    def steps(self, recorder: Recorder, options: SourceOptions, stop: Stop) -> Iterator[Step]:
        device = recorder.device
        if not isinstance(device, EmitsTouches):
            raise ActionUnsupportedError(f"{device.serial}: this device does not tell what its panel sees")
        nodes = device.touch_nodes()
        choose(nodes)  # a device without a panel is told before anything is opened
        with ThreadedFeed(device, recorder.clock) as feed:
            watcher = TouchWatcher(
                recorder,
                feed,
                nodes,
                options.idle_look_s,
                tell=options.on_message,
                rested=options.on_rested,
            )
            options.on_ready()
            yield from watcher.steps(stop)


SOURCE: ActionSource = TouchSource()
