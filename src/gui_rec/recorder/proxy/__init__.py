"""An adb server for one agent: everything reaches the real one, and what acts becomes a step."""
