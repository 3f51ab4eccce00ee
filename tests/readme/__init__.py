"""README as its readers use it: its picture, and the blocks that they copy."""
