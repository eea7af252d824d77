"""Machine code from the cache that runs at once; the bitcode beside it is read when a kernel that is compiled later links to it.

numba keeps both, and reads the bitcode of every kernel that it loads. For a search of Go that takes a twelfth of the time to the
first move and 12 MB, and most processes compile nothing.
"""
from collections.abc import Callable, Iterable
from typing import Any

from gopy.compiled.compiler import FunctionCache, JITCodeLibrary, parse_bitcode

#: Called with numba's engine and the machine code of each kernel that has been loaded or compiled, see perf_map.py.
on_code: Callable[[Any, bytes], None] | None = None


class LateLibrary(JITCodeLibrary):
    """The machine code of a kernel, loaded. numba asks `_get_module_for_linking` for what another kernel links to."""
    _bitcode = b""

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, bytes, bytes, Iterable[str]]) -> "LateLibrary":
        name, code, bitcode, symbols = state
        library = cls(codegen, name)
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._bitcode = bitcode
        library._finalize_final_module()
        codegen._engine._defined_symbols.update(symbols)
        if on_code is not None:
            on_code(codegen._engine, code)
        return library

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None and self._bitcode:
            self._shared_module = parse_bitcode(self._bitcode)
        return super()._get_module_for_linking()


class LateImplementation(FunctionCache._impl_class):     # type: ignore[misc, valid-type]   # numba keeps its class in a field
    """What a cache keeps of a compiled kernel: numba's own, with the names of the symbols that the bitcode defines."""

    def reduce(self, compiled: Any) -> tuple[Any, ...]:
        """What is kept of a compiled kernel."""
        (name, _, (code, bitcode)), *rest = super().reduce(compiled)
        if on_code is not None:
            on_code(compiled.library.codegen._engine, code)
        module = compiled.library._get_module_for_linking()
        symbols = [each.name for kind in (module.functions, module.global_variables) for each in kind if not each.is_declaration]
        return (name, code, bitcode, symbols), *rest

    def rebuild(self, target_context: Any, kept: tuple[Any, ...]) -> Any:
        """The compiled kernel of what was kept of it. The caller holds numba's compiler lock."""
        codegen = target_context.codegen()
        codegen._library_class, usual = LateLibrary, codegen._library_class
        try:
            return super().rebuild(target_context, kept)
        finally:
            codegen._library_class = usual
