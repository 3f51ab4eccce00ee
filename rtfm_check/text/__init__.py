"""Text: how it is shown, spelt and encoded, and what of it is a secret."""
