"""The five phases, one module each, and the turn that strings them together."""
