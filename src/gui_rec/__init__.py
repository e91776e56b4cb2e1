"""Record, replay and verify GUI trajectories on Android, and turn them into training sets."""

__all__ = ["__version__"]

__version__ = "0.1.0"
