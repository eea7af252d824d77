"""What is made and kept of a kernel: machine code, which runs at once, and bitcode, to which the kernels that call it link.

numba makes machine code of every function and reads the bitcode of every one that it loads. Both are left out where nobody needs them.
Without the first, a search of Go is compiled in little more than half of the time. The second takes a twelfth of the time to the first
move and 12 MB, and most processes compile nothing.
"""
import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any

from gopy.compiled.compiler import Compiler, FunctionCache, JITCodeLibrary, parse_bitcode

#: Called with numba's engine and the machine code of each kernel that has been loaded or compiled, see perf_map.py.
on_code: Callable[[Any, bytes], None] | None = None

#: How many objects are made between two searches for unreachable ones while a kernel is compiled (see gc.set_threshold). The compiler makes
#: millions and throws away few: with Python's own value, 700, the searches took a tenth of its time. This takes 20 MB more.
_OBJECTS_MADE = 50_000


@contextmanager
def _rare_collections() -> Iterator[None]:
    usual = gc.get_threshold()
    gc.set_threshold(_OBJECTS_MADE, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


class KernelCompiler(Compiler):      # type: ignore[misc]    # numba has no types
    """numba's compiler, for a kernel that Python calls."""

    def define_pipelines(self) -> Any:
        """numba's passes, without two that find nothing to do in a kernel and take a sixteenth of the time to compile it.

        They make one loop of an expression of arrays, which would be allocated, and inline functions that are defined within another.
        """
        has_closure = any(isinstance(constant, CodeType) for constant in self.state.func_id.code.co_consts)
        idle = {"nopython_rewrites"} if has_closure else {"nopython_rewrites", "inline_closure_likes"}
        pipelines = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [(each, told) for each, told in pipeline.passes if each.name() not in idle]
            pipeline.finalize()
        return pipelines

    def compile_extra(self, func: Any) -> Any:
        """Compile `func`. What it calls and is not compiled yet is compiled within this call."""
        with _rare_collections():
            return super().compile_extra(func)


class InnerCompiler(KernelCompiler):
    """numba's compiler, for a kernel that only other kernels call."""

    def compile_extra(self, func: Any) -> Any:
        """Compile `func` to bitcode."""
        self.state.library = InnerLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


class LateLibrary(JITCodeLibrary):
    """The machine code of a kernel, loaded. numba asks `_get_module_for_linking` for what another kernel links to."""
    _bitcode = b""

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, bytes, bytes, Iterable[str]]) -> "LateLibrary":
        name, code, bitcode, symbols = state
        library = cls(codegen, name)
        library._bitcode = bitcode
        library._add(code, symbols)
        return library

    def _add(self, code: bytes, symbols: Iterable[str]) -> None:
        """Give the machine code, which defines these symbols, to numba's engine."""
        self.enable_object_caching()
        self._set_compiled_object(code)
        self._finalize_final_module()
        self._codegen._engine._defined_symbols.update(symbols)
        if on_code is not None:
            on_code(self._codegen._engine, code)

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None and self._bitcode:
            self._shared_module = parse_bitcode(self._bitcode)
        return super()._get_module_for_linking()


class _NoEnvironments:
    """numba's maker of machine code, but that it gives no kernel its environment, for which one without machine code has no place."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing."""


class InnerLibrary(LateLibrary):
    """The bitcode of a kernel that only other kernels call. It becomes machine code in these, which optimise it as a part of themselves."""

    @property
    def codegen(self) -> Any:
        """What numba takes for its maker of machine code."""
        return _NoEnvironments(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        """numba's sign for a function that has no machine code."""
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def _get_compiled_object(self) -> bytes:
        return b""

    def _add(self, code: bytes, symbols: Iterable[str]) -> None:
        self._finalized = True


class LateImplementation(FunctionCache._impl_class):     # type: ignore[misc, valid-type]   # numba keeps its class in a field
    """What a cache keeps of a compiled kernel: numba's own, with the names of the symbols that the bitcode defines."""

    def reduce(self, compiled: Any) -> tuple[Any, ...]:
        """What is kept of a compiled kernel."""
        (name, _, (code, bitcode)), *rest = super().reduce(compiled)
        if code and on_code is not None:
            on_code(compiled.library.codegen._engine, code)
        module = compiled.library._get_module_for_linking()
        symbols = [each.name for kind in (module.functions, module.global_variables) for each in kind if not each.is_declaration]
        return (name, code, bitcode, symbols), *rest

    def rebuild(self, target_context: Any, kept: tuple[Any, ...]) -> Any:
        """The compiled kernel of what was kept of it. The caller holds numba's compiler lock."""
        (_, code, *_), *_ = kept
        codegen = target_context.codegen()
        codegen._library_class, usual = LateLibrary if code else InnerLibrary, codegen._library_class
        try:
            return super().rebuild(target_context, kept)
        finally:
            codegen._library_class = usual
