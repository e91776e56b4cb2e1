"""Text or JSON to canonical actions and back: one dialect a file (see `_api.ActionCodec`)."""
