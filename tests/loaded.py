"""Which modules a program loads."""
import subprocess
import sys

from places import ROOT

#: Prints the modules that are loaded after the imports.
_LIST = "import sys\nprint(*sorted(sys.modules), sep='\\n')"


def loaded_by(program, cwd=ROOT):
    """The names of the modules that a program, run by a fresh process, has loaded at its end."""
    done = subprocess.run([sys.executable, "-c", f"{program}\n{_LIST}"], cwd=cwd, capture_output=True, text=True, check=True)
    return done.stdout.split()
