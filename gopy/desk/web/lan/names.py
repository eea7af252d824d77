"""The names of visitors: what may be one, and how it is written in addresses, on the disk and in cookies."""
import hashlib
import unicodedata
from urllib.parse import quote

from gopy.desk.languages import Refused

#: Characters of a name.
LONGEST = 20

#: Characters of the name of a folder: some letters take nine.
_LONGEST_FOLDER = 200

_OTHERS = " -_'."


def checked_name(text: str) -> str:
    """A visitor's name from what was typed. Refused says what a name may be."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not name:
        raise Refused("door.no_name")
    if len(name) > LONGEST or len(folder_name(name)) > _LONGEST_FOLDER:
        raise Refused("door.long_name", most=LONGEST)
    if not any(unicodedata.category(each)[0] in "LN" for each in name) or \
            not all(unicodedata.category(each)[0] in "LMN" or each in _OTHERS for each in name):
        raise Refused("door.letters")
    return name


def folder_name(name: str) -> str:
    """The name of the folder for a visitor's games: plain ASCII, and the same however the name's letters are written."""
    return "t-" + quote(name.casefold(), safe="")


def cookie_name(name: str) -> str:
    """The name of the cookie that holds the key to a visitor's table."""
    return "gopy-" + hashlib.sha256(folder_name(name).encode()).hexdigest()[:16]


def path_of(name: str) -> str:
    """Where a visitor's table is, in the address of the page."""
    return f"/t/{quote(name, safe='')}/"
