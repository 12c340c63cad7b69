"""The playground's world: what exists, who may do what, how Discord writes it as JSON, and the file that keeps it."""
