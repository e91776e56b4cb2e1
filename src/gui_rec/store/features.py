"""Hugging Face `datasets` features of an Arrow schema, as the JSON that its Parquet loader reads.

Facts (datasets 3.2 to 5): the schema metadata key `huggingface` holds `{"info": {"features": ...}}`; a
column decodes as an image only where its Arrow type is exactly struct<bytes: binary, path: string>; a
list written as a JSON list of one feature is understood by every one of those releases.
"""

from __future__ import annotations

import json

import pyarrow as pa

IMAGE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
"""The Arrow type of a Hugging Face Image column."""


def _feature(kind: pa.DataType) -> object:
    if kind == IMAGE:
        return {"_type": "Image"}
    if isinstance(kind, pa.StructType):
        return {field.name: _feature(field.type) for field in kind}
    if isinstance(kind, pa.ListType):
        return [_feature(kind.value_type)]
    name = "float64" if kind == pa.float64() else str(kind)
    return {"dtype": name, "_type": "Value"}


def features_json(schema: pa.Schema) -> bytes:
    """The value of the metadata key `huggingface` for `schema`."""
    features = {field.name: _feature(field.type) for field in schema}
    return json.dumps({"info": {"features": features}}, separators=(",", ":")).encode()
