"""What game masters do: scenes, doom, foes, and harm."""
