"""Verbs: functions with one kernel for each type of their first argument, which is a record of arrays or of parameters.

The type is known when a kernel is compiled, so a call of a verb becomes a call of the one kernel for that type, and a
search that is written once for all games is as fast as one that is written for a single game. From Python, and without
the compiler, the kernel is chosen when the verb is called.
"""
from collections.abc import Callable
from typing import Any

from gopy.compiled.compiler import AbstractTemplate, infer_global, types

_KERNELS = {}


def verb(stub) -> Callable:
    """Decorator that turns a stub into a verb, which calls the kernel registered for the type of its first argument."""
    name = stub.__name__

    def dispatch(state, *args):
        kernel = _kernel_of(name, type(state))
        if getattr(kernel, "targetoptions", {}).get("no_cpython_wrapper"):
            raise TypeError(f"{name} of {type(state).__name__} is a kernel for kernels only (entry=False)")
        return kernel(state, *args)

    dispatch.__name__ = dispatch.__qualname__ = name
    dispatch.__doc__ = stub.__doc__
    dispatch.default = None

    class Template(AbstractTemplate):
        """Makes the compiler type and link a call of the verb as a call of the kernel itself."""

        def generic(self, args, kws) -> Any:
            kernel = types.Dispatcher(_kernel_of(name, getattr(args[0], "instance_class", None)))
            signature = kernel.get_call_type(self.context, args, kws)
            self._compiled[signature.args] = kernel.get_overload(signature)
            return signature

        def get_impl_key(self, signature) -> Any:
            return self._compiled[signature.args]

        key = dispatch
        _compiled = {}

    infer_global(dispatch, types.Function(Template))
    _DISPATCHERS[name] = dispatch
    return dispatch


_DISPATCHERS = {}


def _kernel_of(name, state_type):
    found = _KERNELS.get((name, state_type)) or _DISPATCHERS[name].default
    if found is None:
        raise TypeError(f"{name} is not defined for {state_type}")
    return found


def implements(a_verb, *state_types) -> Callable[[Callable], Callable]:
    """Decorator that makes a kernel the implementation of `a_verb` for `state_types`; without types, its default."""
    def register(kernel):
        if not state_types:
            a_verb.default = kernel
        for state_type in state_types:
            _KERNELS[a_verb.__name__, state_type] = kernel
        return kernel
    return register


def has_own(a_verb, state) -> bool:
    """Whether the type of `state` has an implementation of a verb of its own, instead of the default."""
    return (a_verb.__name__, type(state)) in _KERNELS
