"""What Discord's client lets people do, and what it shows them."""
