"""Renders panels as Discord components, and encodes their custom_ids."""
