"""What people would rather look at than read: pages that need nothing but a browser."""
