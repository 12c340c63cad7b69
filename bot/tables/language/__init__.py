"""What people type: moves by their notation, by what buttons say, or in plain words."""
