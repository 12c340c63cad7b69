"""Aids for role-playing tables: their operations, tales and stages."""
