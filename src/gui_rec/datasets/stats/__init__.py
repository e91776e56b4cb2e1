"""Quality at a glance: what a recording holds, in numbers and one picture."""
