"""Other processes of the bot, with which this one shares a database."""
