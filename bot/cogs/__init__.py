"""Commands and buttons: translated into calls of the tables, and nothing more."""
