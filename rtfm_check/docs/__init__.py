"""The linter of documents: links that lead nowhere, and text that retrieval would not find."""
