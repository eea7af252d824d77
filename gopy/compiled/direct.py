"""Kernels called from Python without the check of their arguments' types.

A call of a kernel first finds the machine code for the types of its arguments: some 2.5 microseconds for records of two dozen arrays, which
is longer than a step of an environment takes. Who calls a kernel again and again with arguments of the same types keeps the machine code.
"""
from collections.abc import Callable
from typing import Any

from gopy.compiled.jit import JIT_DISABLED


def machine_code(kernel: Any, *arguments: Any) -> Callable[..., Any]:
    """The function that `kernel` runs for arguments of the types of these, compiled if it is not yet.

    It does not look at types: arrays of another type or layout would be read as what they are not.
    """
    if JIT_DISABLED:
        plain: Callable[..., Any] = kernel
        return plain
    found: Callable[..., Any] = kernel.compile(tuple(kernel.typeof_pyval(each) for each in arguments))
    return found
