"""Labels: what can be said of a stored step by rule, by replay, or by its own word."""
