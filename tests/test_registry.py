"""A family's table imports its members on first use and explains what is missing."""

from __future__ import annotations

import sys

import pytest

from gui_rec._registry import Registry
from gui_rec.errors import UsageError


def test_names_are_listed_without_importing_anything() -> None:
    registry: Registry[object] = Registry("thing", {"a": ("no_such_module_anywhere:x", None)})
    assert list(registry) == ["a"]
    assert "a" in registry
    assert len(registry) == 1
    assert registry.home("a") == "no_such_module_anywhere"
    assert "no_such_module_anywhere" not in sys.modules


def test_a_member_is_the_attribute_its_line_names() -> None:
    registry: Registry[object] = Registry("thing", {"dumps": ("json:dumps", None)})
    import json

    assert registry.get("dumps") is json.dumps


def test_an_unknown_name_lists_the_known_ones() -> None:
    registry: Registry[object] = Registry("codec", {"b": ("json:dumps", None), "a": ("json:loads", None)})
    with pytest.raises(UsageError, match=r"unknown codec 'c'; known: a, b"):
        registry.get("c")


def test_a_missing_extra_says_what_to_install() -> None:
    registry: Registry[object] = Registry("engine", {"x": ("no_such_module_anywhere:y", "cluster")})
    with pytest.raises(UsageError, match=r"pip install 'gui-rec\[cluster\]'"):
        registry.get("x")


def test_a_defect_of_ours_is_not_dressed_up_as_a_missing_extra() -> None:
    registry: Registry[object] = Registry("engine", {"x": ("no_such_module_anywhere:y", None)})
    with pytest.raises(ModuleNotFoundError):
        registry.get("x")
