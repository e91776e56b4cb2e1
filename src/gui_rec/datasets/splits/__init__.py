"""Splits: which side of a training set an episode stands on, so that nothing held out was taught."""
