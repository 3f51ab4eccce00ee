"""The tree of files that is read: what is walked, left out, and opened."""
