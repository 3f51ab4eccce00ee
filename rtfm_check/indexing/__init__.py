"""Making the index: one file at a time, in the order of the tree."""
