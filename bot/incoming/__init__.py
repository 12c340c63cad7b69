"""Clicks and commands on their way in: who may, how often, and to whom they go."""
