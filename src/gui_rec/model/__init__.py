"""Pure frozen records that every other part speaks in: no I/O, no third-party types."""
