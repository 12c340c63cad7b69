"""The five phases, one module each, and the turn that puts them in order."""
