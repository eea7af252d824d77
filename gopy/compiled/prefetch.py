"""A hint to the processor that a kernel will soon read an element of an array, so that the memory is asked for it at once.

A large table lies in memory that takes as long to answer as some hundred instructions. A kernel that knows early what it will look up
says so and does other work first. Nothing that it computes changes.
"""
from llvmlite import ir

from gopy.compiled.compiler import cgutils, intrinsic, types
from gopy.compiled.jit import JIT_DISABLED

#: What LLVM is told of the element: it is read, it should stay in all caches, and it is data.
_READ, _ALL_CACHES, _DATA = 0, 3, 1

if JIT_DISABLED:
    def prefetch(array, index) -> None:
        """Say that array[index] will be read soon. An index outside of the array does no harm."""
else:
    @intrinsic
    def prefetch(typingctx, array, index):
        """Say that array[index] will be read soon. An index outside of the array does no harm."""
        def codegen(context, builder, signature, args):
            data = cgutils.create_struct_proxy(signature.args[0])(context, builder, args[0]).data
            pointer = builder.bitcast(builder.gep(data, [args[1]]), cgutils.voidptr_t)
            number = cgutils.int32_t
            form = ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number])
            hint = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], form)
            builder.call(hint, [pointer, number(_READ), number(_ALL_CACHES), number(_DATA)])
            return context.get_dummy_value()
        return types.void(array, index), codegen
