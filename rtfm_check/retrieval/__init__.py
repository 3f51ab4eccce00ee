"""An artifact in use: searched, and tested with queries whose answers are known."""
