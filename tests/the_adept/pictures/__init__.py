"""The pictures of The Adept."""
