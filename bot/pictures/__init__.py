"""What draws pictures, and the icons that Discord keeps for us."""
