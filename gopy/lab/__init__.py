"""The laboratory: matches, studies and what learns from games."""
