"""What can be set: presets, policies and their parameters, listed for people."""
