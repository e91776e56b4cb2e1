"""The table of export formats."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.datasets.export._api import ExportFormat

_HERE = "gui_rec.datasets.export"

FORMATS: Registry[ExportFormat] = Registry(
    "export format",
    {
        "messages": (f"{_HERE}.messages:FORMAT", None),
        "plain": (f"{_HERE}.plain:FORMAT", None),
        "trl": (f"{_HERE}.trl:FORMAT", None),
        "trl_dpo": (f"{_HERE}.trl_preference:DPO", None),
        "trl_kto": (f"{_HERE}.trl_preference:KTO", None),
        "trl_stepwise": (f"{_HERE}.trl_stepwise:FORMAT", None),
        "llamafactory": (f"{_HERE}.llamafactory:SFT", None),
        "llamafactory_dpo": (f"{_HERE}.llamafactory:DPO", None),
        "llamafactory_kto": (f"{_HERE}.llamafactory:KTO", None),
        "ms_swift": (f"{_HERE}.ms_swift:FORMAT", None),
        "openai": (f"{_HERE}.openai:FORMAT", None),
        "verl": (f"{_HERE}.verl:FORMAT", None),
        "internvl": (f"{_HERE}.internvl:FORMAT", None),
    },
)
