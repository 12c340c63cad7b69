"""Discord's gateway: sessions, and the events that they receive."""
