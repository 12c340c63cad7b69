"""What Discord refuses: shapes and limits of single fields, and rules across them."""
