"""Disks that fail and power that goes, for tests of what writes files."""
