"""The Discord bot: translates between people and games, and knows no rule."""
