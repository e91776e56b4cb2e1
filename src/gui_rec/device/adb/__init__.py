"""Android devices through an adb server."""
