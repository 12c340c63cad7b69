"""The command `adepts`."""
