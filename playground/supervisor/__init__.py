"""Starts and supervises the bot's process."""
