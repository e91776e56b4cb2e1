"""The apps of the phone as declarative records, one file an app."""
