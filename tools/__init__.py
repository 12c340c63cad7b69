"""What the project is made with, and not of: fitting a computer player's weights, and ladders between players."""
