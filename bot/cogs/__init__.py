"""Handlers of commands and buttons: they translate these into calls of the tables and tales, and nothing more."""
