"""`gopy doctor`: checks an installation, and tells what to paste into each client."""
