"""56 ways in which a replayed screen may differ from the recorded one, with the right verdict of each."""
