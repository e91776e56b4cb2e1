"""One version of the screen, laid out: what the renderer paints and the dumper writes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.phone.world.env import ScreenEnv, clock_text
from gui_rec.phone.world.keyboard import Key, keyboard_height_dp, keys
from gui_rec.phone.world.layout import FieldStates, Layout, Placed, flipped, mirrored
from gui_rec.phone.world.lettering import lettered
from gui_rec.phone.world.navigation import beside, buttons, navigation_bar
from gui_rec.phone.world.night import darkened, ground
from gui_rec.phone.world.page_faults import coming_and_going, troubled
from gui_rec.phone.world.state import Activity, World
from gui_rec.phone.world.system_dialogs import Asked, system_dialog
from gui_rec.phone.world.views import Color, Look, View
from gui_rec.phone.world.words import RIGHT_TO_LEFT, say, translated

STATUS_DP = 32
_DIALOG_SIDE_DP = 28
_DIALOG_WIDEST_DP = 560
_DECOR = View("FrameLayout")
_CONTENT = View("FrameLayout", id="android:id/content")
_COLUMN = View("LinearLayout")
_UNSETTLED = View("ProgressBar", id="android:id/progress", look=Look(kind="running"))
_UNSETTLED_DP = 4
_UNSETTLED_MS = 300.0


@dataclass(frozen=True, slots=True)
class SceneWindow:
    """A window with views. `kind` is application, dialog or system; `view` is the app's own, below the decor."""

    kind: str
    package: str
    title: str
    view: View
    root: Placed

    @property
    def bounds(self) -> Rect:
        return self.root.bounds


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole screen. `windows` goes from the back to the front; the last one is active.

    `keyboard` is the input method's window (it ends where the navigation bar begins). `rtl`: the language is
    written from right to left and all windows are mirrored. `ticks` counts what a screen that never settles shows.
    `heads_up` is what the banner of a notification says, None without one.
    """

    version: int
    size: ScreenSize
    density_dpi: int
    rotation: int
    windows: tuple[SceneWindow, ...]
    clock_text: str
    battery_percent: int
    notifications: int
    bar: Color
    dark_bar: bool
    is_home: bool
    keyboard: Rect | None
    keys: tuple[Key, ...]
    adb_keyboard: bool
    enter_label: str
    toast: str | None
    heads_up: str | None
    black: bool
    awake: bool
    night: bool = False
    rtl: bool = False
    ticks: int = 0

    @property
    def is_landscape(self) -> bool:
        return self.size.width_px > self.size.height_px

    @property
    def active(self) -> SceneWindow:
        return self.windows[-1]

    @property
    def status_bar(self) -> Rect:
        return Rect(0, 0, self.size.width_px, self.px(STATUS_DP))

    @property
    def navigation_bar(self) -> Rect:
        return navigation_bar(self.size, self.rotation, self.density_dpi)

    @property
    def beside_bar(self) -> Rect:
        """What the navigation bar leaves of the screen."""
        return beside(self.navigation_bar, self.size)

    @property
    def navigation_buttons(self) -> dict[str, Rect]:
        """The places of BACK, HOME and APP_SWITCH."""
        return buttons(self.navigation_bar, rtl=self.rtl)

    def px(self, dp: float) -> int:
        return round(dp * self.density_dpi / 160)


def build_scene(world: World) -> Scene:
    """The screen as it is now."""
    builder = _Builder(world)
    top = world.top
    screen = top.screen
    face = builder.keyboard
    windows = builder.windows()
    field = find_field(windows[0].view, top.focus)
    return Scene(
        version=world.version,
        size=world.size,
        density_dpi=world.config.density_dpi,
        rotation=world.orientation,
        windows=windows,
        clock_text=clock_text(world),
        battery_percent=world.battery_percent,
        notifications=1 + world.config.seed % 3,
        bar=ground(screen.bar) if world.night else screen.bar,
        dark_bar=screen.dark_bar or world.night,
        is_home=top.app.package == world.home,
        keyboard=face,
        keys=builder.keys(),
        adb_keyboard=world.ime.is_adb_keyboard,
        enter_label=field.field.action if field is not None and field.field is not None else "done",
        toast=world.toast.text if world.toast is not None else None,
        heads_up=say(world.language, "New message") if world.faults.active("heads-up") else None,
        black=world.faults.active("secure-screen") or screen.secure,
        awake=world.awake,
        night=world.night,
        rtl=builder.rtl,
        ticks=unsettled_ticks(world),
    )


class _Builder:
    def __init__(self, world: World) -> None:
        self._world = world
        size = world.size
        scale = world.config.density_dpi / 160
        self._screen = Rect(0, 0, size.width_px, size.height_px)
        self._status = round(STATUS_DP * scale)
        free = beside(navigation_bar(size, world.orientation, world.config.density_dpi), size)
        self._bottom = free.bottom
        widest = round(_DIALOG_WIDEST_DP * scale)
        self._dialog_width = min(free.width - 2 * round(_DIALOG_SIDE_DP * scale), widest)
        self.rtl = world.language in RIGHT_TO_LEFT
        # Windows are laid out from left to right and mirrored as a whole.
        self._free = flipped(free, size.width_px) if self.rtl else free
        self._landscape = size.width_px > size.height_px
        self.keyboard: Rect | None = None
        if world.keyboard_shown:
            height = round(keyboard_height_dp(world.ime.is_adb_keyboard, self._landscape) * scale)
            self.keyboard = Rect(free.left, max(self._status, free.bottom - height), free.right, free.bottom)

    def keys(self) -> tuple[Key, ...]:
        """The keys of the soft keyboard while it is up."""
        if self.keyboard is None:
            return ()
        return tuple(
            keys(self._world.keyboard, self.keyboard, self._world.config.density_dpi, self._landscape)
        )

    def windows(self) -> tuple[SceneWindow, ...]:
        top = self._world.top
        title = f"{top.app.package}/{top.full_class}"
        env = ScreenEnv(self._world, top)
        view = self._shown_page(env, top)
        root = self._application(view, top)
        found = [SceneWindow("application", top.app.package, title, view, self._turned(root))]
        if top.dialog is not None and top.dialog in top.screen.dialogs:
            view = self._spoken(top.screen.dialogs[top.dialog](env), top)
            root = self._dialog(view, top)
            found.append(SceneWindow("dialog", top.app.package, title, view, self._turned(root)))
        asked = self._asked(top)
        if asked is not None:
            shown = system_dialog(asked)
            view = darkened(shown.view) if self._world.night else shown.view
            root = self._dialog(view, top)
            kind = "dialog" if shown.package == top.app.package else "system"
            found.append(SceneWindow(kind, shown.package, shown.title, view, self._turned(root)))
        return tuple(found)

    def _shown_page(self, env: ScreenEnv, top: Activity) -> View:
        """The screen's own view, or what faults make of it; the launcher is spared."""
        view = top.screen.build(env)
        if top.app.package == self._world.home:
            return self._spoken(view, top)
        spoken = translated(view, self._world.language) if top.app.translated else view
        page = troubled(spoken, self._world.faults, self._world.language, coming_and_going(self._world))
        return darkened(page) if self._world.night else page

    def _spoken(self, view: View, activity: Activity) -> View:
        """The view in the phone's language, where the app speaks it, and in the phone's theme."""
        if activity.app.translated:
            view = translated(view, self._world.language)
        return darkened(view) if self._world.night else view

    def _turned(self, root: Placed) -> Placed:
        return mirrored(root, self._screen.width) if self.rtl else root

    def _asked(self, top: Activity) -> Asked | None:
        world, name = self._world, self._world.system_dialog
        if name is None:
            return None
        question = world.question if not name.endswith("-dialog") else None
        subject = question.subject if question is not None else "notifications"
        answers = world.app_vars.get(top.app.package, {})
        others = tuple(app for app in world.apps.values() if app is not top.app and app.package != world.home)
        answer = answers.get(f"app.{name}.{subject}", "")
        return Asked(name, top.app, world.language, subject, answer, others)

    def _layout(self, activity: Activity) -> Layout:
        fields = FieldStates(activity.vars, activity.cursors, activity.focus, activity.anchors)
        return Layout(self._world.config.density_dpi, activity.scroll, fields)

    def _application(self, view: View, activity: Activity) -> Placed:
        """The decor that every activity's window has, around the screen's own view."""
        above_keyboard = self.keyboard.top if self.keyboard is not None else self._bottom
        inner = Rect(self._free.left, self._status, self._free.right, above_keyboard)
        clip = inner.intersect(self._screen)
        body = self._layout(activity).place(lettered(view, self._world.font_scale), inner, clip)
        content = Placed(_CONTENT, inner, clip, 0, (body, *self._unsettled(inner)))
        frame = Placed(_DECOR, inner, clip, 0, (content,))
        column = self._free
        column_placed = Placed(_COLUMN, column, column, 0, (frame,))
        return Placed(_DECOR, self._screen, self._screen, 0, (column_placed,))

    def _unsettled(self, inner: Rect) -> tuple[Placed, ...]:
        """What moves on a screen that never settles: a bar that runs along the upper edge."""
        if not self._world.faults.active("never-settling"):
            return ()
        view = replace(_UNSETTLED, desc=f"{unsettled_ticks(self._world) * 7 % 100} %")
        height = round(_UNSETTLED_DP * self._world.config.density_dpi / 160)
        bounds = Rect(inner.left, inner.top, inner.right, min(inner.bottom, inner.top + height))
        return (Placed(view, bounds, bounds, 1),)

    def _dialog(self, view: View, activity: Activity) -> Placed:
        layout, view = self._layout(activity), lettered(view, self._world.font_scale)
        width, free = self._dialog_width, self._free
        height = min(layout.height(view), self._bottom - self._status)
        top = (self._status + self._bottom - height) // 2
        left = free.left + (free.width - width) // 2
        bounds = Rect(left, top, left + width, top + height)
        body = layout.place(view, bounds, bounds)
        content = Placed(_CONTENT, bounds, bounds, 0, (body,))
        return Placed(replace(_DECOR, look=Look(kind="dialog")), bounds, bounds, 0, (content,))


def unsettled_ticks(world: World) -> int:
    """How often what never settles has moved; 0 while everything settles."""
    every_ms = world.faults.number("never-settling", _UNSETTLED_MS)
    return 0 if every_ms is None else world.uptime_us() // round(max(every_ms, 1.0) * 1000)


def find_field(view: View, field_id: str | None) -> View | None:
    """The text field of that id below `view`."""
    return next((field for field in fields_of(view) if field.id == field_id), None)


def fields_of(view: View) -> list[View]:
    """All enabled text fields below `view`, in order."""
    found = [view] if view.field is not None and view.enabled else []
    for child in view.children:
        found.extend(fields_of(child))
    return found
