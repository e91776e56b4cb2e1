from __future__ import annotations

import subprocess
import sys

import pytest

import gui_rec.datasets

_HEAVY = ("datasets", "huggingface_hub", "pyarrow", "numpy", "PIL")


def _loaded_after(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {code}; print(' '.join(sys.modules))"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(done.stdout.split())


def test_the_package_alone_loads_no_data_library() -> None:
    loaded = _loaded_after("import gui_rec.datasets, gui_rec.dsl")
    assert not loaded & set(_HEAVY)


def test_exporting_loads_neither_datasets_nor_the_hubs_client() -> None:
    loaded = _loaded_after(
        "from gui_rec.datasets import export_training_set, compute_labels, import_recording"
    )
    assert "pyarrow" in loaded
    assert not loaded & {"datasets", "huggingface_hub"}


def test_naming_push_does_not_load_the_hubs_client() -> None:
    assert "huggingface_hub" not in _loaded_after("from gui_rec.datasets import PushSpec, PushReport")


@pytest.mark.parametrize("name", gui_rec.datasets.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(gui_rec.datasets, name).__name__ == name


def test_no_other_name_is() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = gui_rec.datasets.nonsense
