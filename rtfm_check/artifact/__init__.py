"""The index artifact: a folder of records that a run writes beside, and moves into place whole."""
