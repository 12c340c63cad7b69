"""The lesson, in which somebody learns alone."""
