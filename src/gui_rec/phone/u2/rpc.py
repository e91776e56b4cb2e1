"""JSON-RPC 2.0 over the table of methods (facts: jsonrpc4j, as the uiautomator2 server uses it)."""

from __future__ import annotations

import json
from collections.abc import Mapping

from gui_rec.phone.u2._api import BAD_PARAMS, NOT_FOUND, RpcError, Session
from gui_rec.phone.u2._members import METHODS
from gui_rec.phone.u2.params import ParamError, Params

_PARSE = -32700
_INVALID = -32600


async def answer(session: Session, body: bytes) -> bytes:
    """The answer to one request, as JSON."""
    try:
        request = json.loads(body)
    except (ValueError, RecursionError):
        return _error(None, RpcError(_PARSE, "JSON parse error"))
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        return _error(None, RpcError(_INVALID, "invalid request"))
    number = request.get("id")
    try:
        result = await call(session, request["method"], _positional(request.get("params")))
    except RpcError as error:
        return _error(number, error)
    except ParamError as error:
        return _error(number, RpcError(BAD_PARAMS, "method parameters invalid", str(error)))
    return _encode({"jsonrpc": "2.0", "id": number, "result": result})


async def call(session: Session, method: str, params: Params) -> object:
    """Run one method. Raises RpcError, ParamError."""
    if method not in METHODS:
        raise RpcError(NOT_FOUND, "method not found", method)
    return await METHODS.get(method)(session, params)


def _positional(params: object) -> Params:
    """An array as it is; an object in the order of its fields, which is how the client sends no parameters."""
    if params is None:
        return Params(())
    if isinstance(params, dict):
        return Params(tuple(params.values()))
    if not isinstance(params, list):
        raise ParamError(f"params: expected an array, got {params!r}")
    return Params(params)


def _error(number: object, error: RpcError) -> bytes:
    fields: dict[str, object] = {"code": error.code, "message": error.message}
    if error.data is not None:
        fields["data"] = error.data
    return _encode({"jsonrpc": "2.0", "id": number, "error": fields})


def _encode(fields: Mapping[str, object]) -> bytes:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
