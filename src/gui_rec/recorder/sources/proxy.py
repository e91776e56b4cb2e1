"""Any agent, unchanged: it runs with an adb server of gui-rec's own, which passes everything on and records what acts."""

from __future__ import annotations

import os
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace

from gui_rec.device._api import BehindServer, ChoosesDisplay, Device, EmitsTouches, TouchNode
from gui_rec.device.adb.client import AdbClient
from gui_rec.errors import ActionUnsupportedError, DeviceError, UsageError
from gui_rec.model.flags import EndReason, Source
from gui_rec.model.step import Step
from gui_rec.recorder.heard._api import Screen
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.proxy.child import Child, child_environ
from gui_rec.recorder.proxy.clients import Clients, can_tell
from gui_rec.recorder.proxy.gate import Gate
from gui_rec.recorder.proxy.looks import Looks
from gui_rec.recorder.proxy.server import HOST, ProxyServer
from gui_rec.recorder.proxy.session import Sayings, Session
from gui_rec.recorder.proxy.steps import Watcher
from gui_rec.recorder.session import Recorder
from gui_rec.recorder.sources._api import ActionSource, AgentCommand, SourceOptions, Stop

ADB_PORT = 5037
_LOOK_S = 0.2
_OVER = "gui-rec: the recording is over, nothing reaches the device through it any more"


class ProxySource:
    """Records what an agent does through adb."""

    name = Source.PROXY.value

    def steps(self, recorder: Recorder, options: SourceOptions, stop: Stop) -> Iterator[Step]:
        agent = options.agent
        if agent is None or not agent.argv:
            raise UsageError(
                "record: the source 'proxy' needs the agent's command: ... --source proxy -- COMMAND ..."
            )
        session = _session(recorder, options)
        if not can_tell():
            session.sayings.once(
                "this system does not tell whose a connection is: every program here is let in"
            )
        with ExitStack() as stack:
            clients = Clients(secrets.token_hex(16))
            server = stack.enter_context(
                ProxyServer(session, clients, port=agent.port, any_client=agent.any_client)
            )
            child = _start(options, agent, clients, server, session)
            tally: Counter[str] = Counter()
            stack.callback(_end, recorder, session, child, agent, server.port, tally)
            options.on_ready()
            for step in _until_over(recorder, session, child, stop):
                tally["steps"] += 1
                yield step


def _session(recorder: Recorder, options: SourceOptions) -> Session:
    device = recorder.device
    if not isinstance(device, BehindServer):
        raise ActionUnsupportedError(
            f"{device.serial}: only a device behind an adb server can be recorded by proxy"
        )
    client, clock = AdbClient(*device.server_address), recorder.clock
    screen = Screen.of(device.display(), _touch_nodes(device))
    return Session(
        client=client,
        serial=device.serial,
        clock=clock,
        gate=Gate(clock),
        looks=Looks(clock, is_of_one=not (isinstance(device, ChoosesDisplay) and len(device.displays()) > 1)),
        sayings=Sayings(options.on_message),
        screen=screen,
        series=Series(clock),
        has_shell_v2="shell_v2" in client.features(device.serial),
    )


def _touch_nodes(device: Device) -> tuple[TouchNode, ...]:
    """What `sendevent` may write to; a phone that does not tell gets those lines recorded as not understood."""
    try:
        return tuple(device.touch_nodes()) if isinstance(device, EmitsTouches) else ()
    except DeviceError:
        return ()


def _start(
    options: SourceOptions, agent: AgentCommand, clients: Clients, server: ProxyServer, session: Session
) -> Child:
    environ = child_environ(
        {**os.environ, **options.environ}, HOST, server.port, session.serial, clients.token
    )
    lent = replace(agent, lends_input=agent.lends_input and options.child_reads_input)
    child = Child(lent, environ, session.gate.wake)
    clients.root_pid = child.pid
    return child


def _until_over(recorder: Recorder, session: Session, child: Child, stop: Stop) -> Iterator[Step]:
    watcher = Watcher(recorder, session)
    while not stop():
        is_over = child.ended.is_set()
        step = watcher.take(0.0 if is_over else _LOOK_S)
        if step is not None:
            yield step
        elif is_over:
            break
    cut = watcher.close()
    if cut is not None:
        yield cut


def silence(session: Session, steps: int, port: int) -> str | None:
    """Why an agent's recording is empty, where it is: an agent that went past the proxy must not look like a success."""
    if steps:
        return None
    if session.has_spoken:
        return "the agent spoke to gui-rec's adb server, but sent nothing that acts: no step was recorded"
    found = (
        f"no program of the agent's spoke to gui-rec's adb server at {HOST}:{port}: no step was recorded. An agent must "
        "start adb, or its library, with the variables that it was given (ANDROID_ADB_SERVER_PORT, ADB_SERVER_SOCKET)"
    )
    return (
        found
        if port == ADB_PORT
        else f"{found}; one that knows only port {ADB_PORT} needs `record --takeover`"
    )


def _end(
    recorder: Recorder, session: Session, child: Child, agent: AgentCommand, port: int, tally: Counter[str]
) -> None:
    """Nothing acts any more; the agent ends, and the recording says how."""
    session.gate.close(_OVER)
    code = child.exit_code if child.ended.is_set() else None
    child.end()
    why = silence(session, tally["steps"], port)
    if why is not None:
        session.sayings.once(why)
    said = "the agent was ended by gui-rec" if code is None else f"the agent exited with {code}"
    reason = EndReason.STOPPED if code is None else EndReason.FINISHED
    recorder.ends(reason, "; ".join((said, *session.sayings.all)))
    if code is not None:
        agent.on_exit(code)


SOURCE: ActionSource = ProxySource()
