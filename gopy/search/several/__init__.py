"""The search of games with several players, with chance events, or with hidden information."""
