"""What must not be stored: rules, and how a look, an action and a text are masked by them."""
