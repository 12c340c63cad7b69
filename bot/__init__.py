"""The Discord bot: decisions and views in, messages out; never a rule."""
