"""The uiautomator2 server as a program of the phone: HTTP with JSON-RPC on tcp:9008."""
