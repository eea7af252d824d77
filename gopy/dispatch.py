"""Verbs: functions whose kernel is chosen by the type of their first argument, a record of arrays or of parameters.

The type is known when a kernel is compiled, so a call of a verb becomes a call of the one kernel that is meant, and a search
that is written once loses nothing to one that is written for a single game. From Python, and without the compiler, the kernel
is chosen when the verb is called.
"""
from gopy.compiled.compiler import AbstractTemplate, infer_global, types

_KERNELS = {}


def verb(stub):
    """Turn a stub into a function dispatched on the type of its first argument."""
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
        """How the compiler types and links a call: as one of the kernel itself."""

        def generic(self, args, kws):
            kernel = types.Dispatcher(_kernel_of(name, getattr(args[0], "instance_class", None)))
            signature = kernel.get_call_type(self.context, args, kws)
            self._compiled[signature.args] = kernel.get_overload(signature)
            return signature

        def get_impl_key(self, signature):
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


def implements(a_verb, *state_types):
    """Decorator: this kernel is what `a_verb` does for states of `state_types` (all others if none)."""
    def register(kernel):
        if not state_types:
            a_verb.default = kernel
        for state_type in state_types:
            _KERNELS[a_verb.__name__, state_type] = kernel
        return kernel
    return register


def has_own(a_verb, state):
    """Whether games like `state` define a verb themselves rather than by its default."""
    return (a_verb.__name__, type(state)) in _KERNELS
