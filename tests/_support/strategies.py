"""Hypothesis strategies for the model's records: every action type, observations and whole steps.

    from strategies import actions, observations, steps

Texts hold any character that UTF-8 can carry; pictures are whole PNGs of a few pixels.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from enum import StrEnum
from typing import Any, cast, get_args, get_type_hints

from hypothesis import strategies as st
from pictures import tiny_png as tiny_png
from pictures import tiny_xml as tiny_xml

from gui_rec.model.actions import (
    ACTION_TYPES,
    Action,
    Direction,
    Gesture,
    OpenApp,
    Scroll,
    TimedPoint,
    Type,
)
from gui_rec.model.episode import DeviceInfo, EpisodeInfo
from gui_rec.model.flags import Flag, MissingReason, Source
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Facts, Missing, Observation, StateKey, Window
from gui_rec.model.selector import Relation, Selector
from gui_rec.model.step import Sent, Step, Target

_COORDINATES = {"x", "y", "x1", "y1", "x2", "y2"}
KEY_CODES = ("BACK", "HOME", "ENTER", "APP_SWITCH", "DEL", "VOLUME_UP", "POWER", "DPAD_CENTER")


def texts(max_size: int = 12) -> st.SearchStrategy[str]:
    """Any text that UTF-8 can carry: no lone surrogates."""
    return st.text(st.characters(exclude_categories=["Cs"]), max_size=max_size)


def units() -> st.SearchStrategy[float]:
    """Unit coordinates."""
    return st.floats(0.0, 1.0)


def selectors(depth: int = 1) -> st.SearchStrategy[Selector]:
    """Selectors with up to `depth` nested relations."""
    near: st.SearchStrategy[tuple[Relation, Selector] | None] = st.none()
    if depth > 0:
        near = st.none() | st.tuples(st.sampled_from(list(Relation)), selectors(depth - 1))
    flag = st.none() | st.booleans()
    return st.builds(
        Selector,
        text=texts(),
        text_contains=st.none() | texts(),
        resource_id=st.none() | texts(),
        class_name=st.none() | texts(),
        checked=flag,
        enabled=flag,
        index=st.none() | st.integers(0, 99),
        near=near,
    )


def actions(*kinds: str) -> st.SearchStrategy[Action]:
    """Actions of the named types, or of every type."""
    return st.one_of([_action(kind) for kind in (kinds or tuple(ACTION_TYPES))])


def _action(kind: str) -> st.SearchStrategy[Action]:
    cls = ACTION_TYPES[kind]
    if cls is Scroll:
        return _scrolls()
    if cls is OpenApp:
        some = texts().filter(bool)
        rest = st.none() | texts()
        return st.one_of(
            st.builds(OpenApp, name=some, package=rest, activity=rest),
            st.builds(OpenApp, name=rest, package=some, activity=rest),
        )
    hints = get_type_hints(cls)
    parts = {field.name: _field(field, hints[field.name]) for field in fields(cls)}
    if "x" not in parts or cls is not Type:
        return cast(st.SearchStrategy[Action], st.builds(cls, **parts))
    nowhere = {**parts, "x": st.none(), "y": st.none()}
    somewhere = {**parts, "x": units(), "y": units()}
    return cast(st.SearchStrategy[Action], st.builds(cls, **nowhere) | st.builds(cls, **somewhere))


def _scrolls() -> st.SearchStrategy[Scroll]:
    points = st.fixed_dictionaries({name: units() for name in ("x1", "y1", "x2", "y2")})
    rest = st.fixed_dictionaries(
        {
            "direction": st.sampled_from(list(Direction)),
            "amount": st.none() | st.floats(0.0, 1.0, exclude_min=True),
            "duration_ms": st.none() | st.integers(0, 60_000),
        }
    )
    place = st.fixed_dictionaries({"x": units(), "y": units()})
    nothing = st.just(cast(dict[str, float], {}))
    return st.builds(
        lambda given, path, at: Scroll(**given, **path, **at), rest, points | nothing, place | nothing
    )


def _field(field: Field[Any], hint: object) -> st.SearchStrategy[Any]:
    value = _value(field.name, hint)
    return st.none() | value if field.default is None and field.default is not MISSING else value


def _value(name: str, hint: object) -> st.SearchStrategy[Any]:
    named: dict[str, st.SearchStrategy[Any]] = {
        "clicks": st.integers(1, 10),
        "presses": st.integers(1, 100),
        "code": st.sampled_from(KEY_CODES),
        "scale": st.floats(0.01, 100.0),
        "keys": st.lists(texts(), min_size=1, max_size=3).map(tuple),
        "contacts": _contacts(),
    }
    if name in named:
        return named[name]
    if name in _COORDINATES:
        return units()
    if name.endswith("_ms"):
        return st.integers(0, 3_600_000)
    options = [arg for arg in get_args(hint) if arg is not type(None)] or [hint]
    plain = options[0]
    if isinstance(plain, type) and issubclass(plain, StrEnum):
        return st.sampled_from(list(plain))
    known: dict[object, st.SearchStrategy[Any]] = {str: texts(), bool: st.booleans(), Selector: selectors()}
    return known[plain]


def _contacts() -> st.SearchStrategy[tuple[tuple[TimedPoint, ...], ...]]:
    point = st.builds(TimedPoint, x=units(), y=units(), at_ms=st.integers(0, 5_000))
    path = st.lists(point, min_size=1, max_size=3).map(
        lambda path: tuple(sorted(path, key=lambda p: p.at_ms))
    )
    return st.lists(path, min_size=1, max_size=2).map(tuple)


def gestures() -> st.SearchStrategy[Gesture]:
    """Gestures of one or two fingers."""
    return st.builds(Gesture, contacts=_contacts())


def rects() -> st.SearchStrategy[Rect]:
    """Bounds in px; may be empty or outside the screen."""
    edge = st.integers(-2000, 5000)
    return st.builds(Rect, left=edge, top=edge, right=edge, bottom=edge)


def facts() -> st.SearchStrategy[Facts]:
    """What was read off an observation."""
    some = st.none() | texts()
    window = st.builds(Window, package=some, title=some, bounds=st.none() | rects(), type=some)
    return st.builds(
        Facts,
        title=some,
        windows=st.lists(window, max_size=2).map(tuple),
        dialog=some,
        loading=st.none() | st.booleans(),
        toast=some,
        error_text=some,
        keyboard=st.none() | st.booleans(),
        named=st.lists(st.tuples(texts(), some), max_size=2).map(tuple),
    )


def observations() -> st.SearchStrategy[Observation]:
    """Looks at a device, whole or with parts missing."""
    digits = st.integers(0, 2**64 - 1).map(lambda value: f"{value:016x}")
    missing = st.builds(
        Missing,
        column=st.sampled_from(["screenshot", "ui_xml", "activity"]),
        reason=st.sampled_from(list(MissingReason)),
    )
    return st.builds(
        Observation,
        screenshot=st.none()
        | st.sampled_from([tiny_png(), tiny_png((255, 0, 9)), tiny_png((1, 2, 3), 5, 4)]),
        ui_xml=st.none() | texts(8).filter(_xml_safe).map(tiny_xml),
        package=st.none() | texts(),
        activity=st.none() | texts(),
        rotation=st.none() | st.integers(0, 3),
        size=st.none() | st.builds(ScreenSize, st.integers(1, 4000), st.integers(1, 4000)),
        fingerprint=st.none() | digits.map(lambda value: f"phash8/area1:{value}"),
        state_key=st.none() | st.builds(StateKey, digits, digits, digits),
        facts=facts(),
        captured_at_us=st.none() | st.integers(0, 2**52),
        missing=st.lists(missing, max_size=2).map(tuple),
        flags=_flags(),
    )


def _xml_safe(text: str) -> bool:
    return all(char >= " " and char not in "\ufffe\uffff" for char in text)


def _flags() -> st.SearchStrategy[tuple[Flag, ...]]:
    return st.lists(st.sampled_from(list(Flag)), max_size=2, unique=True).map(tuple)


def targets() -> st.SearchStrategy[Target]:
    """The node under an action's point."""
    some = st.none() | texts()
    return st.builds(
        Target,
        selector=st.none() | selectors(),
        bounds_px=rects(),
        class_name=some,
        resource_id=some,
        text=some,
        content_desc=some,
        path=st.sampled_from(["0", "0/2/1", "0/0"]),
        candidates=st.integers(0, 50),
    )


def steps(index: int = 0, action: st.SearchStrategy[Action] | None = None) -> st.SearchStrategy[Step]:
    """Whole transitions numbered `index`."""
    some = st.none() | texts()
    moment = st.integers(0, 2**52)
    sent = st.builds(
        Sent,
        what=texts(),
        method=texts(),
        exit_status=st.none() | st.integers(0, 255),
        output=texts(),
        started_us=moment,
        ended_us=moment,
    )
    aim = st.one_of(
        st.tuples(targets(), st.none()),
        st.tuples(st.none(), st.none() | st.sampled_from(list(MissingReason))),
    )
    return st.builds(
        lambda found, **rest: Step(target=found[0], target_missing=found[1], **rest),
        found=aim,
        index=st.just(index),
        pre=observations(),
        action=action if action is not None else actions(),
        post=observations(),
        action_dialect=texts(),
        action_raw=some,
        action_space=st.sampled_from(["norm01", "px", "rel1000", "resized(756,1344)"]),
        app_name=some,
        app_version=some,
        claimed=some,
        thought=some,
        operation=some,
        operation_source=some,
        prompt_id=some,
        turn_id=some,
        sent=st.none() | sent,
        result_code=some,
        result_detail=some,
        settled=st.none() | st.booleans(),
        settle_ms=st.none() | st.integers(0, 600_000),
        flags=_flags(),
        withdrawn=st.booleans(),
    )


def episodes() -> st.SearchStrategy[EpisodeInfo]:
    """Episode frames with ids of 26 letters and digits."""
    some = st.none() | texts()
    count = st.none() | st.integers(0, 10_000)
    device = st.builds(
        DeviceInfo,
        serial_id=some,
        model=some,
        android_release=some,
        sdk=count,
        width_px=count,
        height_px=count,
        density_dpi=count,
        display_id=some,
        locale=some,
        font_scale=st.none() | st.floats(0.5, 3.0),
        night_mode=st.none() | st.booleans(),
    )
    return st.builds(
        EpisodeInfo,
        episode_id=st.text("0123456789ABCDEFGHJKMNPQRSTVWXYZ", min_size=26, max_size=26),
        source=st.sampled_from([*(item.value for item in Source), "import:aitz"]),
        goal=some,
        task_id=some,
        annotator=some,
        device=device,
        started_at_us=st.none() | st.integers(0, 2**52),
        mask_rules=st.lists(texts(), max_size=2).map(tuple),
        recorder=texts(),
    )
