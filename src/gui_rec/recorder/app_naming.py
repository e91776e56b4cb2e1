"""The name that an app is opened by, for the row: the one that was used, else the one that leads back to it."""

from __future__ import annotations

from gui_rec.device._api import Device
from gui_rec.device.app_names import icon_labels, is_launcher
from gui_rec.errors import DeviceError
from gui_rec.model.actions import OpenApp
from gui_rec.model.step import Step
from gui_rec.ui.tree import Tree


def app_name_of(device: Device, action: OpenApp, language: str | None) -> str | None:
    """The name of the app that `action` opens; None where none is known that means this package alone."""
    if action.name or action.package is None:
        return action.name
    name = device.app_names.name_of(action.package, language)
    return name if name is not None and _leads_back(device, name, action.package) else None


def learn_names(device: Device, step: Step, before: Tree | None, after: Tree | None) -> None:
    """Take in what the launcher shows in a step, and which app came up behind an icon."""
    for seen, tree in ((step.pre, before), (step.post, after)):
        if tree is not None and is_launcher(seen.package):
            device.app_names.saw(icon_labels(tree, seen.size))
    device.app_names.learn_from(step)


def _leads_back(device: Device, name: str, package: str) -> bool:
    try:
        return device.resolve_app(name)[0] == package
    except (
        DeviceError
    ):  # ambiguous, or a device that went away: the step is kept all the same, without a name
        return False
