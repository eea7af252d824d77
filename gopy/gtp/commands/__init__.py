"""Handlers of commands, one module per family of clients."""
