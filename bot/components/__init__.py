"""Panels as Discord's components, and what their ids mean."""
