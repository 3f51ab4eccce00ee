"""The language server: what an editor shows of mappings and field profiles while one types."""
