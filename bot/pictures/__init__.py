"""Drawing pictures, and the icons that are kept at Discord as emojis."""
