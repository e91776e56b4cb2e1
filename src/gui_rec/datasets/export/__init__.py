"""Export: recordings to rows that trainers read."""
