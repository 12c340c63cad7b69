"""A scripted person at their client, in this process or another."""
