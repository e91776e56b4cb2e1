"""Where actions come from: record a session on a device into the store."""
