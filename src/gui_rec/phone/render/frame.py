"""stub"""

from PIL import Image
from gui_rec.phone.world.scene import Scene


def render(scene: Scene) -> Image.Image:
    return Image.new("RGBA", (scene.size.width_px, scene.size.height_px))


def encode_png(image: Image.Image) -> bytes:
    return b""
