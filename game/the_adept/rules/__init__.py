"""The rules of The Adept as pure operations: no chance, no clock, no state; they import nothing but the core."""
