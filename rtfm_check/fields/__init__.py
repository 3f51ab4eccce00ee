"""Field profiles: which values of JSON records become text, and which metadata."""
