"""Drafting a mapping from sample documents."""
