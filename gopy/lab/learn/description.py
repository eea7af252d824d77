"""What a folder of results was made with, so that a later command does not mix it with something else."""
import json
from pathlib import Path
from typing import Any

from gopy.base.errors import UserError
from gopy.base.files import read_bounded, write_whole

_NAME, _MOST_BYTES = "about.json", 1 << 16


def fix_description(folder: Path, description: dict[str, Any]) -> None:
    """Write a description of plain values into a folder that has none. UserError if it has another one, or one that cannot be read."""
    path = folder / _NAME
    if not path.exists():
        write_whole(path, (json.dumps(description, indent=1) + "\n").encode())
        return
    try:
        found = json.loads(read_bounded(path, _MOST_BYTES))
    except (OSError, ValueError) as error:
        raise UserError(f"cannot read {path}: {error}") from None
    other = [name for name in description if not isinstance(found, dict) or found.get(name) != description[name]]
    if other:
        raise UserError(f"{folder} holds what was made with other {other[0]}: name another folder")
