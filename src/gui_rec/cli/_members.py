"""The table of commands. A new command is one file and one line here."""

from __future__ import annotations

import click

from gui_rec._registry import Registry

COMMANDS: Registry[click.Command] = Registry(
    "command",
    {
        "devices": ("gui_rec.cli.devices:command", None),
        "doctor": ("gui_rec.cli.doctor:command", None),
        "phone": ("gui_rec.cli.phone:command", None),
        "record": ("gui_rec.cli.record:command", None),
        "replay": ("gui_rec.cli.replay:command", None),
        "run": ("gui_rec.cli.run:command", None),
        "rules": ("gui_rec.cli.rules:command", None),
        "show": ("gui_rec.cli.show:command", None),
        "stats": ("gui_rec.cli.stats:command", None),
        "review": ("gui_rec.cli.review:command", None),
        "label": ("gui_rec.cli.label:command", None),
        "check": ("gui_rec.cli.check:command", None),
        "recover": ("gui_rec.cli.recover:command", None),
        "merge": ("gui_rec.cli.merge:command", None),
        "import": ("gui_rec.cli.import_:command", None),
        "export": ("gui_rec.cli.export:command", None),
        "push": ("gui_rec.cli.push:command", None),
        "convert": ("gui_rec.cli.convert:command", None),
        "demo": ("gui_rec.cli.demo:command", None),
        "completion": ("gui_rec.cli.completion:command", None),
        "help": ("gui_rec.cli.help:command", None),
    },
)

SUMMARIES: dict[str, str] = {
    "devices": "Show usable and unusable devices, and what to do about each.",
    "doctor": "Tell whether a device can be recorded, with the fix for each problem.",
    "phone": "Run the simulated phone as emulator-5554.",
    "record": "Record a session on a device.",
    "replay": "Re-execute a trajectory and check every transition.",
    "run": "Execute a task of the step protocol.",
    "rules": "Show, check and edit the rules of what steps may lead to.",
    "show": "Show a trajectory as a table.",
    "stats": "Show what recordings hold: actions, apps, lengths, labels, flags, twins.",
    "review": "Accept, reject or comment episodes and steps, as labels beside the data.",
    "label": "Label episodes and steps by rules, beside the data.",
    "check": "Check a recording's integrity.",
    "recover": "Finish an interrupted recording.",
    "merge": "Join several recordings in one folder.",
    "import": "Turn a public dataset's files into a recording.",
    "export": "Write training rows in an action DSL.",
    "push": "Upload an export to the Hugging Face hub (private unless said).",
    "convert": "Convert actions from one dialect to another.",
    "demo": "Record, replay, verify and export on the simulated phone.",
    "completion": "Print the completion script for a shell.",
    "help": "Explain a command, or `exit-codes`.",
}
"""One line a command, so that listing them imports none of them."""
