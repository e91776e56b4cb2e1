"""Who may see the page: those who know its address, from this machine, and no other site's page.

Facts: a browser sends `Host` with every request and `Origin` with every WebSocket handshake (RFC 6455,
section 10.2); a name that some site lets point at 127.0.0.1 shows in `Host`.
"""

from __future__ import annotations

import hmac
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_REFUSED_SOCKET = 1008


def security_headers(port: int) -> dict[str, str]:
    """What every answer carries: nothing inline, nothing from elsewhere, in no other page's frame."""
    policy = (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src data:",
        f"connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
    return {
        "cache-control": "no-store",
        "content-security-policy": "; ".join(policy),
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
    }


class Guard:
    """Lets through what names this machine, this page's origin and the token; 403 and 404 for the rest."""

    def __init__(self, app: ASGIApp, *, token: str, port: int) -> None:
        self._app = app
        self._token = token.encode()
        self._port = port
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = self._refusal(scope)
        if status is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": _REFUSED_SOCKET})
        else:
            answer = PlainTextResponse(status.phrase, status, headers=security_headers(self._port))
            await answer(scope, receive, send)

    def _refusal(self, scope: Scope) -> HTTPStatus | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if host not in self._hosts or origin not in (None, f"http://{host}"):
            return HTTPStatus.FORBIDDEN
        if scope["type"] == "websocket" and origin is None:
            return HTTPStatus.FORBIDDEN
        shown = str(scope["path"]).removeprefix("/").partition("/")[0].encode()
        return None if hmac.compare_digest(shown, self._token) else HTTPStatus.NOT_FOUND
