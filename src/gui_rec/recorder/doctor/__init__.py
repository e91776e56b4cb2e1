"""Whether a device can be recorded, told beforehand, with the fix for each problem."""
