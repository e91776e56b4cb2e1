"""The shell of the simulated phone: a strict grammar and its runner."""
