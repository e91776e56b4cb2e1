"""The table of dialects."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.dsl._api import ActionCodec

CODECS: Registry[ActionCodec] = Registry(
    "dialect",
    {
        "canonical": ("gui_rec.dsl.canonical:CODEC", None),
        "scalecua": ("gui_rec.dsl.scalecua:CODEC", None),
        "scalecua_desktop": ("gui_rec.dsl.scalecua_desktop:DESKTOP", None),
        "scalecua_web": ("gui_rec.dsl.scalecua_desktop:WEB", None),
        "task_protocol": ("gui_rec.dsl.task_protocol.codec:CODEC", None),
        "autoglm": ("gui_rec.dsl.autoglm:CODEC", None),
        "ui_tars": ("gui_rec.dsl.ui_tars:UI_TARS_15", None),
        "ui_tars_doubao": ("gui_rec.dsl.ui_tars:DOUBAO", None),
        "ui_tars_v1": ("gui_rec.dsl.ui_tars:UI_TARS_1", None),
        "qwen_mobile_use": ("gui_rec.dsl.mobile_use:QWEN3", None),
        "qwen2_5_mobile_use": ("gui_rec.dsl.mobile_use:QWEN2_5_VL", None),
        "gui_owl": ("gui_rec.dsl.mobile_use:GUI_OWL", None),
        "mai_ui": ("gui_rec.dsl.mobile_use:MAI_UI", None),
        "androidworld": ("gui_rec.dsl.androidworld:CODEC", None),
        "android_control": ("gui_rec.dsl.android_control:CODEC", None),
        "aitw": ("gui_rec.dsl.aitw:CODEC", None),
        "os_atlas": ("gui_rec.dsl.os_atlas:CODEC", None),
        "metagpt_env": ("gui_rec.dsl.metagpt_env:CODEC", None),
        "cogagent": ("gui_rec.dsl.cogagent:CODEC", None),
        "showui": ("gui_rec.dsl.showui:CODEC", None),
        "aguvis": ("gui_rec.dsl.aguvis:CODEC", None),
    },
)

READ_ONLY = ("cogagent", "showui", "aguvis")
"""Dialects that are read and never written."""
WRITTEN = tuple(name for name in CODECS if name not in READ_ONLY)
