"""How a table waits: paces and deadlines, quiet hours, calls, and their timer rows."""
