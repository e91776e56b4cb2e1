"""What the simulated phone answers to each command of its shell."""
