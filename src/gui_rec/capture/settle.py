"""Wait until the screen rests, and say whether it did.

A screen rests when it was the same for `hold_s`: equal pixels outside the system bars (a blinking
caret aside), equal state key, nothing loading, and it differs from what
was there before or `unchanged_s` have passed, since a slow app shows the old screen first.

A hierarchy costs about 2 s on a phone and a picture a quarter of that, so pictures are polled and
the hierarchy is asked for only once the picture stands still, with that same picture; while it is
still the picture of before the action, `unchanged_s` go by first. The next picture shows whether
anything moved meanwhile. Two equal hierarchies `hold_s` apart are wanted, unless getting one took
`hold_s` itself: uiautomator returns only after a second without any accessibility event, which is
the same statement made by the phone.

With `until` (a replay knows what it waits for) every new picture is looked at in full, and a state
that `until` takes ends the wait at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gui_rec._clock import Clock, Deadline
from gui_rec.capture.observe import Observer
from gui_rec.capture.pixels import bars_in, difference, same_pixels, toasts_in
from gui_rec.capture.privacy.live import live_key, live_of, live_picture
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Observation

# 2 dp of a phone that is 360 dp wide, and a little.
_CARET_SHARE = 0.0075

# How long the phone's accessibility cache has to catch up with the screen.
_RECHECK_S = 0.5

Until = Callable[[Observation], bool]


@dataclass(frozen=True, slots=True)
class SettleConfig:
    """Seconds; `gaps_s` are the pauses between looks, the last one repeated, begun anew on a change."""

    hold_s: float = 1.0
    timeout_s: float = 10.0
    unchanged_s: float = 3.0
    gaps_s: tuple[float, ...] = (0.0, 0.1, 0.25, 0.5, 1.0)


@dataclass(frozen=True, slots=True)
class Settled:
    """`settle_ms` counts from the call to the first look at the state returned, or to the end of the
    wait when it never came to rest. `looks` counts pictures and full observations. `accepted` says
    that `until` took it; then `settled` is True.
    """

    observation: Observation
    settled: bool
    settle_ms: int
    looks: int
    accepted: bool = False


def usual_s(picture_s: float, hierarchy_s: float, config: SettleConfig | None = None) -> float:
    """About how many seconds `settle` takes after a change that is there at once, from what a picture and a
    hierarchy cost: two pictures, a hierarchy, a picture; below `hold_s` it is waited for, and a second hierarchy comes.
    """
    asked = config or SettleConfig()
    first_s = 2 * picture_s + hierarchy_s + asked.gaps_s[1]
    if hierarchy_s >= asked.hold_s:
        return first_s + picture_s
    return max(asked.hold_s, first_s) + picture_s + hierarchy_s


def settle(
    observer: Observer,
    clock: Clock,
    config: SettleConfig | None = None,
    *,
    before: Observation | None,
    until: Until | None = None,
    seen: Callable[[Observation], None] | None = None,
) -> Settled:
    """Look until the screen rests or `timeout_s` have passed (then `settled` is False). `seen` hears of each
    full look, for a caller whose clock ends the wait early.

    Raises DeviceLostError when the device goes away.
    """
    settling = _Settling(observer, clock, config or SettleConfig(), before, until)
    settling.heard_by = seen
    return settling.run()


def same_screen(observer: Observer, screenshot: bytes | None, seen: Observation) -> bool:
    """True when a picture, as the device sent it, shows what `seen` showed, the system bars and a blinking
    caret aside. What was masked in `seen` counts as it really was.
    """
    differing = difference(screenshot, live_picture(seen), bars_in(live_of(seen)))
    return differing is None or _is_caret(observer, seen, differing)


def differs_beside_toasts(observer: Observer, before: Observation, seen: Observation) -> bool:
    """True where `seen` shows something else than `before` that is no toast come or gone."""
    ignoring = (*bars_in(live_of(seen)), *toasts_in(live_of(before), live_of(seen)))
    differing = difference(live_picture(before), live_picture(seen), ignoring)
    return differing is not None and not _is_caret(observer, seen, differing)


def _is_caret(observer: Observer, seen: Observation, differing: Rect) -> bool:
    """A stroke of a caret's width (2 dp) in a focused text field; a new letter moves it and is wider."""
    tree, size = observer.live_tree(seen), seen.size
    if tree is None or size is None or differing.width > max(2, size.width_px * _CARET_SHARE):
        return False
    fields = [node.bounds for node in tree.walk() if node.focused and node.is_editable]
    return any(field.intersect(differing) == differing for field in fields)


class _Settling:
    """One wait. `_still_since_s` begins a run of equal pictures, `_full` is the last full look in it, and
    `_whole` says that its picture and its hierarchy are of one state.
    """

    def __init__(
        self,
        observer: Observer,
        clock: Clock,
        config: SettleConfig,
        before: Observation | None,
        until: Until | None,
    ) -> None:
        self._observer = observer
        self._clock = clock
        self._config = config
        self._before = before
        self._until = until
        self._start_s = clock.monotonic_s()
        self._deadline = Deadline.after(clock, config.timeout_s)
        self._picture: bytes | None = None
        self._still_since_s = self._start_s
        self._full: Observation | None = None
        self._full_at_s = self._start_s
        self._proven = False
        self._whole = False
        self._quiet_looks = 0
        self._looks = 0
        self.heard_by: Callable[[Observation], None] | None = None

    def run(self) -> Settled:
        while True:
            done = self._look()
            if done is not None:
                return done
            if self._deadline.passed:
                return self._give_up()
            self._clock.sleep_s(self._pause_s())

    def _look(self) -> Settled | None:
        looked_at_s = self._clock.monotonic_s()
        picture = self._observer.screenshot()
        self._looks += 1
        if self._looks == 1 or not self._same(picture):
            self._begin(picture, looked_at_s)
            return self._look_fully(picture) if self._until is not None else None
        self._quiet_looks += 1
        self._whole = True
        if self._full is None:
            return None if self._still_old(picture) else self._look_fully(picture)
        if looked_at_s - self._still_since_s < self._config.hold_s:
            return None
        return self._judge(picture)

    def _begin(self, picture: bytes | None, at_s: float) -> None:
        self._picture = picture
        self._still_since_s = at_s
        self._full = None
        self._proven = False
        self._quiet_looks = 0

    def _same(self, picture: bytes | None) -> bool:
        if self._full is not None:
            return same_screen(self._observer, picture, self._full)
        before = None if self._before is None else live_of(self._before)
        return same_pixels(picture, self._picture, bars_in(before))

    def _still_old(self, picture: bytes | None) -> bool:
        """The screen of before, and not yet time to believe that it stays: not worth a hierarchy."""
        before = self._before
        if self._until is not None or before is None or live_picture(before) is None:
            return False
        waited_s = self._clock.monotonic_s() - self._start_s
        return waited_s < self._config.unchanged_s and same_screen(self._observer, picture, before)

    def _look_fully(self, picture: bytes | None) -> Settled | None:
        """A full look with this picture. One that takes `hold_s` proves itself; a hierarchy that could not
        be had is asked for once more, since a transition has none for a moment.
        """
        started_s = self._clock.monotonic_s()
        seen = self._observer.observe(screenshot=picture)
        self._looks += 1
        took_s = self._clock.monotonic_s() - started_s
        if self.heard_by is not None:
            self.heard_by(seen)
        same = self._agrees(seen)
        if self._full is not None and not same:
            self._still_since_s = started_s
        # There and back again within one dump: equal pictures on either side, another page's hierarchy between.
        self._proven = (same or took_s >= self._config.hold_s) and self._observer.has_focus_of(seen)
        self._full, self._full_at_s = seen, started_s
        # The page may have changed between picture and hierarchy; the next picture tells, unless equal
        # hierarchies stand on either side of this one.
        self._whole = same
        self._quiet_looks = 1  # whether anything moved meanwhile is best seen soon
        if self._until is not None and self._until(seen):
            return self._settled(accepted=True)
        return None

    def _agrees(self, seen: Observation) -> bool:
        """The same state as the full look before, or, at the first one, as the state before the action."""
        if self._full is not None:
            return live_key(self._full) == live_key(seen)
        before = None if self._before is None else live_key(self._before)
        return before is not None and before == live_key(seen)

    def _judge(self, picture: bytes | None) -> Settled | None:
        """The picture held for `hold_s`; is that the end?"""
        if not self._proven:
            done = self._look_fully(picture)
            if done is not None or not self._proven:
                return done
        full = self._full
        if full is None or not live_of(full).is_usable or full.facts.loading:
            self._proven = False
            return None
        if self._has_changed(full):
            return self._settled_after_recheck(picture)
        return self._judge_unchanged(picture)

    def _judge_unchanged(self, picture: bytes | None) -> Settled | None:
        """Still the old screen: only after `unchanged_s`, and by a hierarchy from after them."""
        due_s = self._start_s + self._config.unchanged_s
        if self._clock.monotonic_s() < due_s:
            return None
        if self._full_at_s < due_s:
            done = self._look_fully(picture)
            if done is not None or not self._proven:
                return done
        return self._settled() if self._whole else None

    def _has_changed(self, seen: Observation) -> bool:
        if self._before is None or not live_of(self._before).is_usable:
            return True
        before, seen = live_of(self._before), live_of(seen)
        return (
            before.state_key != seen.state_key
            or (before.package, before.activity) != (seen.package, seen.activity)
            or self._pixels_changed(before, seen)
        )

    def _pixels_changed(self, before: Observation, seen: Observation) -> bool:
        return not same_screen(self._observer, live_picture(before), seen)

    def _settled_after_recheck(self, picture: bytes | None) -> Settled | None:
        """Picture and hierarchy that do not fit: an old cache is likely, so both are asked for once more."""
        if self._is_torn():
            self._clock.sleep_s(min(_RECHECK_S, self._deadline.left_s))
            looked_at_s, picture = self._clock.monotonic_s(), self._observer.screenshot()
            self._looks += 1
            if not self._same(picture):
                self._begin(picture, looked_at_s)
                return None
            done = self._look_fully(picture)
            if done is not None or not self._proven:
                return done
            if self._is_torn() and self._full is not None:
                self._full = replace(self._full, flags=(*self._full.flags, Flag.TREE_SUSPECT))
        return self._settled() if self._whole else None

    def _is_torn(self) -> bool:
        """New pixels under a byte-equal old hierarchy, or a hierarchy of new content under the old pixels."""
        before, seen = self._before, self._full
        if before is None or seen is None or None in (before.ui_xml, before.screenshot, seen.screenshot):
            return False
        if seen.ui_xml == before.ui_xml:
            return differs_beside_toasts(self._observer, before, seen)
        return self._content_changed(before, seen) and not self._pixels_changed(before, seen)

    def _content_changed(self, before: Observation, seen: Observation) -> bool:
        """What stands on the page changed. A protected screen is black whatever stands there."""
        if before.state_key is None or seen.state_key is None or Flag.SECURE_SCREEN in seen.flags:
            return False
        return before.state_key.content != seen.state_key.content

    def _settled(self, *, accepted: bool = False) -> Settled:
        assert self._full is not None
        return Settled(self._full, True, self._ms_until(self._still_since_s), self._looks, accepted)

    def _give_up(self) -> Settled:
        seen = self._full
        if seen is None:
            seen = self._observer.observe()
            self._looks += 1
            if self._until is not None and self._until(seen):
                self._full = seen
                return self._settled(accepted=True)
        flagged = replace(seen, flags=(*seen.flags, Flag.UNSETTLED))
        return Settled(flagged, False, self._ms_until(self._clock.monotonic_s()), self._looks)

    def _ms_until(self, moment_s: float) -> int:
        return round((moment_s - self._start_s) * 1_000)

    def _pause_s(self) -> float:
        """The next gap, but never past the moment something is due, nor past the deadline."""
        gaps = self._config.gaps_s
        # Only the very first pair of looks may follow at once: a screen in motion is no busy loop.
        index = self._quiet_looks if self._quiet_looks or self._looks <= 1 else 1
        gap_s = gaps[min(index, len(gaps) - 1)]
        now_s = self._clock.monotonic_s()
        for due_s in (self._still_since_s + self._config.hold_s, self._start_s + self._config.unchanged_s):
            if due_s > now_s:
                gap_s = min(gap_s, due_s - now_s)
        return min(gap_s, self._deadline.left_s)
