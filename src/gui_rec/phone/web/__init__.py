"""The phone on a page of the browser (extra `studio`)."""
