"""Drawing: a canvas, shapes, lettering, pictures. Knows no game."""
