"""The dry run: fixtures through the mappings, and what came of it."""
