"""What answers without a person: computer players and automatic passes."""
