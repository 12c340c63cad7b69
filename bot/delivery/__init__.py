"""How something is sent until it has arrived."""
