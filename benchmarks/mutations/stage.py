"""A screen of the simulated phone at one moment: picture, hierarchy and windows from one model.

A mutation changes the model (an app's view, a variable, the phone's settings, the status bar), and everything
that is observed follows from it. Only what no model knows is done to the picture: JPEG, a blinking cursor.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
from PIL import Image

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Facts, Focus, Observation, Window
from gui_rec.phone.apps.launcher import APP as LAUNCHER
from gui_rec.phone.render.canvas import Canvas
from gui_rec.phone.render.frame import encode_png, render
from gui_rec.phone.world.config import DEFAULT_SIZE, PhoneConfig
from gui_rec.phone.world.dumper import dump
from gui_rec.phone.world.faults import Faults
from gui_rec.phone.world.layout import walk
from gui_rec.phone.world.scene import Scene, build_scene
from gui_rec.phone.world.state import Activity, Task, Toast, World
from gui_rec.phone.world.tasks import boot
from gui_rec.phone.world.views import App, Env, Screen, View
from gui_rec.phone.world.windows import SYSTEM_UI, focus_of, windows_of
from gui_rec.testing.clock import FakeClock
from gui_rec.ui.facts import facts_of
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.state_key import state_key
from gui_rec.vision.fingerprint import fingerprint
from gui_rec.vision.png import check_png

Change = Callable[[View], View]

_IME = "com.google.android.inputmethod.latin"
_TYPES = {"toast": "TOAST", "input_method": "INPUT_METHOD", "application": "BASE_APPLICATION"}
_OTHER_TYPE = "APPLICATION"
_CARET_INSET_DP = 5
_INK = (31, 31, 31)


@dataclass(frozen=True)
class Stage:
    """What is on the phone. `changes` are done to the view of the screen in front, in their order.

    `vars` are the screen's variables (the texts of its fields among them), `app_vars` those of the app.
    `banner` is the text of a heads-up notification; `caret` False is the moment in which the cursor is away;
    `jpeg` is the quality of a picture that was a JPEG on its way. `blank` empties the app's window.
    """

    app: App
    screen: str
    vars: Mapping[str, str] = field(default_factory=dict)
    app_vars: Mapping[str, str] = field(default_factory=dict)
    scroll: Mapping[str, int] = field(default_factory=dict)
    focus: str | None = None
    keyboard: bool = False
    dialog: str | None = None
    toast: str | None = None
    settings: tuple[tuple[str, str, str], ...] = ()
    faults: tuple[str, ...] = ()
    size: ScreenSize = DEFAULT_SIZE
    density_dpi: int = 420
    locale: str = "en-US"
    clock: str = "9:41"
    battery_percent: int = 80
    notifications: int = 1
    awake: bool = True
    secure: bool = False
    changes: tuple[Change, ...] = ()
    banner: str | None = None
    caret: bool = True
    jpeg: int | None = None

    def changed(self, *changes: Change) -> Stage:
        """The same with more changes of its view."""
        return replace(self, changes=(*self.changes, *changes))

    def with_vars(self, **values: str) -> Stage:
        return replace(self, vars={**self.vars, **values})

    def with_app_vars(self, values: Mapping[str, str]) -> Stage:
        return replace(self, app_vars={**self.app_vars, **values})


def view_of(stage: Stage) -> View:
    """The app's own view, changes included."""
    return build_scene(_world(stage)).windows[0].view


def observe(stage: Stage) -> Observation:
    """All that a look at the phone brings: picture, hierarchy, windows, facts, key."""
    world = _world(stage)
    scene = replace(
        build_scene(world),
        clock_text=stage.clock,
        battery_percent=stage.battery_percent,
        notifications=stage.notifications,
    )
    if stage.secure:
        scene = replace(scene, black=True)
    image = _finished(render(scene), scene, stage)
    return _observation(encode_png(image), dump(scene), scene, _windows(scene, stage), focus_of(scene))


def observed_elsewhere(seen: Observation, *, png: bytes | None = None, xml: str | None = None) -> Observation:
    """`seen` with another picture or another hierarchy, and what follows from it."""
    focus = Focus(seen.package, seen.activity, seen.facts.title)
    return _whole(
        png or seen.screenshot or b"",
        seen.ui_xml if xml is None else xml,
        seen.facts.windows,
        focus,
        seen.facts.keyboard,
        seen.facts.toast,
    )


def _world(stage: Stage) -> World:
    app = _patched(stage)
    config = PhoneConfig(size=stage.size, density_dpi=stage.density_dpi, locale=stage.locale)
    clock = FakeClock()
    world = World(
        config=config,
        clock=clock,
        apps={LAUNCHER.package: LAUNCHER, app.package: app},
        home=LAUNCHER.package,
        faults=Faults(stage.faults),
        random=random.Random(0),
        battery_percent=stage.battery_percent,
        started_s=clock.monotonic_s(),
    )
    world.settings.put("system", "system_locales", stage.locale)
    for namespace, key, value in stage.settings:
        world.settings.put(namespace, key, value)
    boot(world)
    activity = world.top
    if app.package != LAUNCHER.package:
        activity = Activity(app, stage.screen, world.next_serial())
        world.tasks.append(Task(app, world.next_serial(), [activity]))
    activity.vars.update(stage.vars)
    activity.scroll.update(stage.scroll)
    activity.focus, activity.dialog = stage.focus, stage.dialog
    world.app_vars[app.package] = dict(stage.app_vars)
    world.keyboard.up = stage.keyboard
    world.awake = stage.awake
    if stage.toast is not None:
        world.toast = Toast(stage.toast, app.package, world.next_serial())
    return world


def _patched(stage: Stage) -> App:
    """The app with the changes done to what its screen, or the dialog on it, says it holds."""
    if not stage.changes:
        return stage.app
    screen = stage.app.screens[stage.screen]

    def patch(build: Callable[[Env], View]) -> Callable[[Env], View]:
        def built(env: Env) -> View:
            view = build(env)
            for change in stage.changes:
                view = change(view)
            return view

        return built

    dialogs = {name: patch(build) for name, build in screen.dialogs.items()}
    changed: Screen = replace(screen, build=patch(screen.build), dialogs=dialogs)
    return replace(stage.app, screens={**stage.app.screens, stage.screen: changed})


def _finished(image: Image.Image, scene: Scene, stage: Stage) -> Image.Image:
    if stage.banner is not None:
        image = _with_banner(image, scene, stage.banner)
    if not stage.caret:
        _take_caret_away(image, scene)
    return image if stage.jpeg is None else _through_jpeg(image, stage.jpeg)


def banner_bounds(scene: Scene) -> Rect:
    """Where a heads-up notification lies, in px."""
    side, top = scene.px(8), scene.status_bar.bottom + scene.px(4)
    return Rect(side, top, scene.size.width_px - side, top + scene.px(88))


def _with_banner(image: Image.Image, scene: Scene, said: str) -> Image.Image:
    canvas = Canvas(image.convert("RGB"), scene.density_dpi)
    area = banner_bounds(scene)
    canvas.shadow(area, 24, 4)
    canvas.box(area, (233, 238, 246), 24)
    left = area.left + scene.px(72)
    canvas.disc(area.left + scene.px(36), area.center.y, scene.px(20), (66, 133, 244))
    title = Rect(left, area.top + scene.px(14), area.right - scene.px(16), area.top + scene.px(40))
    below = Rect(left, title.bottom, title.right, title.bottom + scene.px(26))
    canvas.text(title, "Messages", size_sp=15, weight="Medium", color=_INK)
    canvas.text(below, said, size_sp=15, color=_INK)
    return canvas.image.convert("RGBA")


def _take_caret_away(image: Image.Image, scene: Scene) -> None:
    """The cursor's colour gives way to the field's, inside the field that has the focus."""
    night = scene.night
    cursor = (168, 199, 250) if night else (11, 87, 208)
    for placed in walk(scene.active.root):
        if not placed.focused:
            continue
        inset, area = scene.px(_CARET_INSET_DP), placed.bounds
        box = (area.left + inset, area.top + inset, area.right - inset, area.bottom - inset)
        part = np.array(image.crop(box))
        part[(part[:, :, :3] == cursor).all(axis=2), :3] = placed.view.look.fill or scene.bar
        image.paste(Image.fromarray(part), box[:2])


def _through_jpeg(image: Image.Image, quality: int) -> Image.Image:
    buffer = io.BytesIO()
    image.convert("RGB").save(buffer, "JPEG", quality=quality)
    return Image.open(io.BytesIO(buffer.getvalue())).convert("RGBA")


def _windows(scene: Scene, stage: Stage) -> tuple[Window, ...]:
    """The list as it comes over the wire: the types are those of `dumpsys window`."""
    found = [replace(window, type=_type(window)) for window in windows_of(scene, f"{_IME}/.Keyboard")]
    if stage.banner is not None:
        shade = Window(SYSTEM_UI, "NotificationShade", banner_bounds(scene), "NOTIFICATION_SHADE")
        found.insert(0, shade)
    return tuple(found)


def _type(window: Window) -> str:
    if window.type == "bar":
        return "STATUS_BAR" if window.title == "StatusBar" else "NAVIGATION_BAR"
    return _TYPES.get(window.type or "", _OTHER_TYPE)


def _observation(
    png: bytes, xml: str, scene: Scene, windows: tuple[Window, ...], focus: Focus
) -> Observation:
    return _whole(png, xml or None, windows, focus, scene.keyboard is not None, scene.toast)


def _whole(
    png: bytes,
    xml: str | None,
    windows: tuple[Window, ...],
    focus: Focus,
    keyboard: bool | None,
    toast: str | None,
) -> Observation:
    size, print_ = _measured(png)
    seen = Observation(
        screenshot=png,
        ui_xml=xml,
        package=focus.package,
        activity=focus.activity,
        rotation=0,
        size=size,
        fingerprint=print_,
        captured_at_us=1_700_000_000_000_000,
        ui_source="u2",
    )
    if xml is None:
        return replace(seen, facts=Facts(title=focus.title, windows=windows, keyboard=keyboard, toast=toast))
    tree = parse_hierarchy(xml)
    key = state_key(tree, package=focus.package, activity=focus.activity)
    facts = replace(facts_of(tree, windows, keyboard), toast=toast)
    return replace(seen, state_key=key, facts=facts)


@lru_cache(maxsize=16)
def _measured(png: bytes) -> tuple[ScreenSize, str]:
    return check_png(png), fingerprint(png)
