"""The command line: one module a command, each a thin shell over an importable function."""
