"""Other ways to judge a screen, each written from its published description."""
