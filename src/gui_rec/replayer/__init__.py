"""Replay a recording on a device and judge every transition."""
