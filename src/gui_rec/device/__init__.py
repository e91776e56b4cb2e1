"""Devices: the protocol that recording and replaying stand on, and its adb implementation."""
