"""Python files of the user's own that add a game or a tree policy. Such a file is a program: it runs when it is loaded."""
import hashlib
import importlib.util
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

#: Path of a loaded file -> its module.
_LOADED = {}


def is_own_file(name) -> bool:
    """Whether the name of a game or a policy is that of a Python file."""
    return name.endswith(".py")


def load_own_file(name) -> "ModuleType":
    """The module of a Python file, loaded at the first call. ValueError if there is none, or if it cannot be loaded."""
    path = Path(name).resolve()
    if not path.is_file():
        raise ValueError(f"there is no file {name}")
    if path not in _LOADED:
        # Compiled code refers to a record by its module's name, which is therefore the same in every process.
        unique = f"{path.stem}_{hashlib.sha256(os.fsencode(path)).hexdigest()[:8]}"
        spec = importlib.util.spec_from_file_location(unique, path)
        if spec is None or spec.loader is None:
            raise ValueError(f"{path} is no file of Python")
        sys.modules[unique] = module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[unique]
            raise ValueError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
        _LOADED[path] = module
    return _LOADED[path]
