"""Sending to Discord until it has arrived: rate limits, retries and fallbacks."""
