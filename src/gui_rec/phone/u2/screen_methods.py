"""Methods that show the screen: the hierarchy and the picture."""

from __future__ import annotations

import base64
import io

from PIL import Image

from gui_rec.phone.u2._api import BAD_PARAMS, RpcError, Session
from gui_rec.phone.u2.dump import DumpOptions, dump
from gui_rec.phone.u2.nodes import roots_of
from gui_rec.phone.u2.params import Params


async def dump_window_hierarchy(session: Session, params: Params) -> object:
    """`dumpWindowHierarchy(compressed, max_depth[, only_active])`; "" while the screen is off.

    The fault `null-root` gives "" too.
    """
    scene = session.accessibility.scene
    roots = [] if session.phone.faults.take("null-root") else roots_of(scene)
    if params.flag(2, False):
        roots = roots[:1]
    if not roots:
        return ""
    options = DumpOptions(params.flag(0, False), params.count(1, 50), session.phone.config.api)
    return dump(roots, scene.rotation, options)


async def take_screenshot(session: Session, params: Params) -> object:
    """`takeScreenshot(scale, quality)`: a JPEG in base64; None where the screen may not be shown.

    `scale` up to 1 shrinks width and height; `quality` goes from 1 to 100.
    """
    scale, quality = params.number(0, 1), params.count(1, 80)
    if not 0 < scale <= 1 or not 1 <= quality <= 100:
        raise RpcError(
            BAD_PARAMS, f"expected a scale up to 1 and a quality of 1 to 100, got {scale}, {quality}"
        )
    phone = session.phone
    refuses = phone.is_secure and phone.config.refuses_secure
    if refuses or phone.faults.argument("secure-screen") is not None:
        return None
    wanted = (phone.captured(), scale, quality)
    if session.picture is None or session.picture[0] != wanted:
        session.picture = (wanted, _jpeg(*wanted))
    return session.picture[1]


def _jpeg(png: bytes, scale: float, quality: int) -> str:
    with Image.open(io.BytesIO(png)) as image:
        picture = image.convert("RGB")
    if scale < 1:
        size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        picture = picture.resize(size)
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=quality)
    return base64.b64encode(stream.getvalue()).decode("ascii")
