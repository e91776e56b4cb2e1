"""The device side of the adb protocol."""
