"""Discord's gateway: sessions, and the events they get."""
