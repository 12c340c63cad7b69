"""What goes over the wire: the log of it, and faults that strike it."""
