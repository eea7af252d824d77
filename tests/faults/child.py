"""`python -m faults.child FOLDER FAULT AT WORDS...`: gopy with these words on a Disk whose call AT fails (0: none does)."""
import sys

from faults import disk
from gopy.__main__ import main

if __name__ == "__main__":
    folder, fault, at, *words = sys.argv[1:]
    with disk.Disk(folder, getattr(disk, fault), int(at)):
        sys.exit(main(words))
