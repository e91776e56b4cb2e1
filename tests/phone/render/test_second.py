from __future__ import annotations

from driven_phone import Driven
from PIL import Image

from gui_rec.phone.render.second import render_second
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.second_display import SECOND_SIZE, drawer
from gui_rec.phone.world.state import World


def _world(**config: str) -> World:
    return Driven(PhoneConfig(displays=2, **config)).phone._engine._world  # type: ignore[arg-type]


def _drawer(image: Image.Image) -> Image.Image:
    return image.crop(drawer().as_tuple())


def test_it_is_opaque_and_of_its_size() -> None:
    image = render_second(_world())
    assert image.size == (SECOND_SIZE.width_px, SECOND_SIZE.height_px)
    assert image.getchannel("A").getextrema() == (255, 255)


def test_the_list_is_painted_while_it_is_open() -> None:
    world = _world()
    shut = render_second(world)
    world.second.drawer = True
    shown = render_second(world)
    assert _drawer(shown).tobytes() != _drawer(shut).tobytes()
    assert shown.crop((0, 620, 300, 720)).tobytes() == shut.crop((0, 620, 300, 720)).tobytes()


def test_it_speaks_the_phone_s_language() -> None:
    assert render_second(_world()).tobytes() != render_second(_world(locale="ar")).tobytes()


def test_it_is_black_while_the_phone_is_asleep() -> None:
    world = _world()
    world.awake = False
    assert render_second(world).convert("RGB").getextrema() == ((0, 0), (0, 0), (0, 0))


def test_the_open_list_does_not_half_cover_the_time() -> None:
    world = _world()
    clock = (64, 48, drawer().left, 200)
    shut = render_second(world).crop(clock).convert("L").histogram()
    world.second.drawer = True
    shown = render_second(world).crop(clock).convert("L").histogram()
    assert sum(shut[200:]) > 500
    assert sum(shown[128:]) == 0
