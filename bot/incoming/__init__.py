"""Incoming interactions: who may do what, how much at once, and which handler gets them."""
