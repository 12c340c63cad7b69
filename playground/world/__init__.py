"""What there is in the playground's world, who may do what, how Discord writes it down, and the file it is kept in."""
