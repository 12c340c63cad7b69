"""Slash commands: how they are built and grouped, and how their arguments are understood."""
