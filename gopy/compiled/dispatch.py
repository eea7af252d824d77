"""Verbs: functions with one kernel for each type of their first argument, which is a record of arrays or of parameters.

The type is known when a kernel is compiled, so a call of a verb becomes a call of the one kernel for that type, and a
search that is written once for all games is as fast as one that is written for a single game. From Python, and without
the compiler, the kernel is chosen when the verb is called. As with functools.singledispatch, a verb keeps its kernels itself:

    @verb
    def play(state, move): ...

    @play.register(TicTacToe)
    @kernel
    def _play(state, move): ...
"""
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from gopy.compiled.compiler import AbstractTemplate, infer_global, types

#: Type of a record -> [(file of a verb, file of its kernel for this type)], of all verbs. Functions without machine code, such
#: as those that draw a position, are not among them.
_REGISTERED: defaultdict[type, list[tuple[Path, Path]]] = defaultdict(list)


Given = ParamSpec("Given")
Found = TypeVar("Found")
Registered = TypeVar("Registered", bound=Callable[..., Any])


class Verb(Generic[Given, Found]):
    """A function whose first argument decides by its type which kernel is called. Make one with `verb`."""

    __name__: str

    def __init__(self, stub: Callable[Given, Found]) -> None:
        update_wrapper(self, stub)
        self._file = _file_of(stub)
        self._kernels: dict[type, Callable[..., Any]] = {}
        self._default: Callable[..., Any] | None = None

    def __call__(self, *args: Given.args, **named: Given.kwargs) -> Found:
        state = args[0]
        kernel = self.kernel_for(type(state))
        if getattr(kernel, "targetoptions", {}).get("no_cpython_wrapper"):
            raise TypeError(f"{self.__name__} of {type(state).__name__} is a kernel for kernels only (entry=False)")
        found: Found = kernel(*args, **named)
        return found

    def register(self, *state_types: type) -> Callable[[Registered], Registered]:
        """Decorator that makes a kernel the verb's for records of `state_types`; without types, for those that have none of their
        own. TypeError if there is one already: two games cannot both be right."""
        def keep(kernel: Registered) -> Registered:
            if not state_types:
                self._refuse_second(self._default, "any type")
                self._default = kernel
            for state_type in state_types:
                self._refuse_second(self._kernels.get(state_type), state_type.__name__)
                self._kernels[state_type] = kernel
                if hasattr(kernel, "py_func"):
                    _REGISTERED[state_type].append((self._file, _file_of(kernel)))
            return kernel
        return keep

    def _refuse_second(self, first: Callable[..., Any] | None, of_what: str) -> None:
        if first is not None:
            raise TypeError(f"{self.__name__} of {of_what} is defined already, in {_file_of(first)}")

    def kernel_for(self, state_type: type | None) -> Callable[..., Any]:
        """The kernel for records of a type. TypeError if there is none."""
        found = self._kernels.get(state_type) if state_type else None
        found = found or self._default
        if found is None:
            raise TypeError(f"{self.__name__} is not defined for {state_type}")
        return found

    def has_own(self, state: object) -> bool:
        """Whether the type of `state` has a kernel of its own, instead of the default."""
        return type(state) in self._kernels


def verb(stub: Callable[Given, Found]) -> Verb[Given, Found]:
    """Decorator that turns a stub, which has a name, arguments and a docstring, into a verb."""
    made = Verb(stub)

    class Template(AbstractTemplate):
        """Makes the compiler type and link a call of the verb as a call of the kernel itself."""

        def generic(self, args: Any, kws: Any) -> Any:
            kernel: Any = types.Dispatcher(made.kernel_for(getattr(args[0], "instance_class", None)))
            signature = kernel.get_call_type(self.context, args, kws)
            self._compiled[signature.args] = kernel.get_overload(signature)
            return signature

        def get_impl_key(self, signature: Any) -> Any:
            return self._compiled[signature.args]

        key = made
        _compiled: dict[Any, Any] = {}

    infer_global(made, types.Function(Template))
    return made


def registered(state_type: type) -> list[tuple[Path, Path]]:
    """(the file of a verb, the file of its kernel for this type of record), for all verbs that have one of its own."""
    return _REGISTERED.get(state_type, [])


def _file_of(function: Callable[..., Any]) -> Path:
    return resolved(getattr(function, "py_func", function).__code__.co_filename)


@lru_cache(maxsize=None)
def resolved(file_name: str) -> Path:
    """The path of a source file, without links: each has many kernels, and following links takes as long as making one."""
    return Path(file_name).resolve()
