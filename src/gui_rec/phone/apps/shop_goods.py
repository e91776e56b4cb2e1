"""The shop's goods and how they are found."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from gui_rec.phone.world.views import Color, Env


@dataclass(frozen=True, slots=True)
class Goods:
    """One article. `price` is in dollars, as text; `words` are what else it is found by."""

    key: str
    name: str
    price: str
    words: str
    about: str
    picture: str
    ground: Color
    sold_out: bool = False


ALL = (
    Goods("lamp", "Desk lamp", "24.50", "lamp light lampe 灯 台灯 lámpara",
          "Warm light, brass arm, dimmer in the foot.", "lamp", (255, 236, 204)),
    Goods("mug", "Café mug", "8.90", "cafe cup coffee 咖啡 tasse",
          "Stoneware, 300 ml, made in Porto.", "mug", (222, 240, 226)),
    Goods("lantern", "纸灯 Paper lantern", "15.00", "lamp light 灯 灯笼 lanterne",
          "Rice paper over bamboo, folds flat.", "lantern", (255, 224, 224)),
    Goods("chair", "Reading chair", "189.00", "chair seat 椅子 chaise",
          "Oak and wool. Comes assembled.", "chair", (225, 231, 250), sold_out=True),
    Goods("book", "Notebook A5", "6.20", "book paper 本 cahier",
          "120 dotted pages, thread-bound.", "book", (236, 228, 248)),
    Goods("phones", "Headphones", "59.00", "headphones audio music 耳机 casque",
          "Closed back, 30 hours of music.", "phones", (220, 238, 246)),
    Goods("bag", "Canvas backpack", "42.00", "bag rucksack 包 sac",
          "18 litres, waxed canvas.", "backpack", (240, 234, 214)),
    Goods("plant", "Fern in a pot", "12.40", "plant green 植物 plante",
          "Likes shade and a weekly bath.", "plant", (214, 238, 214)),
    Goods("clock", "Wall clock", "31.00", "clock time 表 時計 horloge",
          "Silent movement, 25 cm.", "wall_clock", (250, 228, 240)),
    Goods("keyboard", "Compact keyboard", "74.90", "keyboard typing 键盘 clavier",
          "68 keys, hot-swappable.", "keyboard", (228, 228, 236)),
)  # fmt: skip
BY_KEY = {goods.key: goods for goods in ALL}


def price(env: Env, goods: Goods) -> str:
    """`24.50`, or what the phone's configuration says for `shop.price.<key>`."""
    return env.value(f"shop.price.{goods.key}", goods.price)


def name(env: Env, goods: Goods) -> str:
    """The name, or what the configuration says for `shop.name.<key>`."""
    return env.value(f"shop.name.{goods.key}", goods.name)


def plain(text: str) -> str:
    """Case and accents do not matter in a search."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character)).strip()


def find(query: str) -> tuple[Goods, ...]:
    """What the shop has for a query, in the order of the catalogue."""
    wanted = plain(query)
    if not wanted:
        return ()
    return tuple(goods for goods in ALL if wanted in plain(f"{goods.name} {goods.words}"))


def cart_of(env: Env) -> dict[str, int]:
    """Article key -> how many are in the cart (kept in `app.cart` as `lamp:1,mug:2`)."""
    pairs = (entry.split(":") for entry in env.get("app.cart").split(",") if entry)
    return {key: int(count) for key, count in pairs}


def cart_text(cart: dict[str, int]) -> str:
    """The value of `app.cart`."""
    return ",".join(f"{key}:{count}" for key, count in cart.items())


def cart_total(env: Env, cart: dict[str, int]) -> str:
    """The sum, such as `33.40`."""
    cents = sum(round(float(price(env, BY_KEY[key])) * 100) * count for key, count in cart.items())
    return f"{cents // 100}.{cents % 100:02d}"
