"""A scripted person with their Discord client, in this process or another."""
