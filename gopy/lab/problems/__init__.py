"""Problems of Go of our own making: found by construction, and proven by proof numbers."""
