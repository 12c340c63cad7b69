"""Rolls: pools put together, rolls settled, and what becomes of their effects."""
