from __future__ import annotations

import io
import struct
import zipfile

import pytest
from apk_files import apk, manifest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.commands.apk import manifest_package, package_of


@pytest.mark.parametrize("utf8", [True, False])
@pytest.mark.parametrize("package", ["com.github.uiautomator", "com.x", "a." + "b" * 200])
def test_the_package_of_an_apk(package: str, utf8: bool) -> None:
    assert package_of(apk(package, utf8=utf8)) == package
    assert manifest_package(manifest(package, utf8=utf8)) == package


def test_a_manifest_without_a_package_has_none() -> None:
    assert manifest_package(manifest("com.x", attribute="versionName")) is None


@pytest.mark.parametrize("data", [b"", b"PK", b"\x03\x00\x08\x00", b"hello" * 100])
def test_what_is_no_apk_has_none(data: bytes) -> None:
    assert package_of(data) is None
    assert manifest_package(data) is None


def test_a_zip_without_a_manifest_has_none() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("classes.dex", b"x")
    assert package_of(stream.getvalue()) is None


def test_a_manifest_beyond_the_limit_is_not_unpacked() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("AndroidManifest.xml", manifest("com.x") + b"\0" * (2 << 20))
    assert package_of(stream.getvalue()) is None


def test_a_chunk_of_no_length_ends_the_search() -> None:
    assert manifest_package(struct.pack("<HHIHHI", 3, 8, 16, 1, 8, 0)) is None


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_a_damaged_manifest_gives_a_text_or_none(data: st.DataObject) -> None:
    whole = bytearray(manifest("com.example"))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(whole[: data.draw(st.integers(0, len(whole)))])
    for one in (bytes(whole), cut):
        found = manifest_package(one)
        assert found is None or isinstance(found, str)
