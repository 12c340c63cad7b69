"""What Discord refuses: wrong shapes, limits of single fields, and rules across fields."""
