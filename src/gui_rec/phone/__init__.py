"""The simulated phone: the device side of adb, in front of a deterministic Android look-alike."""
