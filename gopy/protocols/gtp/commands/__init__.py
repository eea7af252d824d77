"""The handlers of the commands, one module for each family of clients."""
