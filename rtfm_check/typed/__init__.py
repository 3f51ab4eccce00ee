"""What a producer's JSON Schema says of the paths of a mapping, without a document."""
