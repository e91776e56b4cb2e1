"""Pictures of the phone: a scene in, pixels out."""
