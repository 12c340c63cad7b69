"""Cooperation with other processes of the bot that share its database."""
