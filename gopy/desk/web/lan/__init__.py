"""gopy web --lan: the page for visitors of the local network, each at a table of their own."""
