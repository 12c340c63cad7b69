"""The bot's process, started and looked after."""
