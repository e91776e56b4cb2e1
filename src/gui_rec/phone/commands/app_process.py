"""`app_process`: starts a Java program of the phone. The one it knows is the uiautomator2 server.

What the server prints at its start is what its client waits past (facts: uiautomator2 server's output, AOSP
AndroidRuntime and app_process).
"""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.phone.commands._api import Context, Io
from gui_rec.phone.commands._say import complain, say
from gui_rec.phone.u2.service import U2Service

U2_MAIN = "com.wetest.uia2.Main"
DEFAULT_PORT = 9008
_SERVER_LINES = (
    "[server] INFO: [UiAutomator2Server] Starting Server",
    'SLF4J: Failed to load class "org.slf4j.impl.StaticLoggerBinder".',
    "SLF4J: Defaulting to no-operation (NOP) logger implementation",
    "SLF4J: See http://www.slf4j.org/codes.html#StaticLoggerBinder for further details.",
)
_TAKEN = (
    "java.lang.IllegalStateException: UiAutomationService "
    "android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@5deffd5already registered!"
)
_USAGE = "Usage: app_process [java-options] cmd-dir start-class-name [options]"
_ABORTED = 134
_FAILURE = 1


async def app_process(ctx: Context, args: Sequence[str], io: Io) -> int:
    """`CLASSPATH=JAR app_process [options] / CLASS [-p PORT]`, until the client leaves."""
    words = [word for word in args if not word.startswith("-X") and not word.startswith("--nice-name")]
    if len(words) < 2:
        await complain(io, "Error: no class name or --zygote supplied.", _USAGE)
        return _FAILURE
    jar, main = ctx.env.get("CLASSPATH", ""), words[1]
    if main != U2_MAIN or not jar or not ctx.files.exists(ctx.path(jar)):
        await complain(io, f"Error: could not find class '{main}'", "Aborted")
        return _ABORTED
    port = _port(words[2:])
    if port is None:
        await complain(io, "java.lang.NumberFormatException: expected -p PORT")
        return _FAILURE
    return await _serve(ctx, port, io)


def _port(words: Sequence[str]) -> int | None:
    """The port that `-p` names; None where it names none."""
    if not words:
        return DEFAULT_PORT
    if len(words) != 2 or words[0] != "-p" or not (words[1].isascii() and words[1].isdecimal()):
        return None
    return int(words[1]) if 1 <= int(words[1]) <= 65535 else None


async def _serve(ctx: Context, port: int, io: Io) -> int:
    await say(io, *_SERVER_LINES[:1])
    service = U2Service(ctx.phone)
    if not service.connected:
        await say(io, _TAKEN)
        return _FAILURE
    try:
        name = service.listen(ctx.sockets, port)
    except OSError as error:
        service.stop()
        await say(io, f"java.net.BindException: bind failed: EADDRINUSE ({error.strerror})")
        return _FAILURE
    try:
        await say(io, *_SERVER_LINES[1:])
        await ctx.closed.wait()
    finally:
        ctx.sockets.unlisten(name)
        service.stop()
    return 0
