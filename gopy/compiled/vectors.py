"""Vectors of float32 in kernels: values that lie in registers, loaded from an array and stored to one, with +, -, * between them.

How many numbers a vector has, its lanes, is an attribute of the type of a record that a kernel takes (`lanes`), so that one kernel is
compiled for processors of several kinds. LLVM keeps vectors in registers of the processor's own width, and divides wider ones.
Without the compiler a vector is an array.

A number of a sum is the same whatever the lanes are, and on every processor with fused multiply and add: these functions add in a
fixed order. They check no index.
"""
import operator
from typing import TYPE_CHECKING

import numpy as np

from gopy.compiled.compiler import AbstractTemplate, cgutils, infer_global, intrinsic, types
from gopy.compiled.constants import type_constant
from gopy.compiled.jit import JIT_DISABLED
from gopy.compiled.lowering import ir, lower_builtin, make_array, models, processor_features, register_model, signature

if TYPE_CHECKING:
    from typing import Any

#: Numbers that `rectified_dot` adds side by side.
DOT_LANES = 16

_FLOAT = ir.FloatType()
_INT = ir.IntType(32)


class Vector(types.Type):
    """The compiler's type of a vector."""

    def __init__(self, lanes) -> None:
        self.lanes = lanes
        super().__init__(name=f"vector{lanes}")


@register_model(Vector)
class VectorModel(models.PrimitiveModel):
    """A vector lies in memory and registers as LLVM's vector."""

    def __init__(self, manager, vector) -> None:
        super().__init__(manager, vector, vector_type(vector.lanes))


def vector_type(lanes) -> "ir.VectorType":
    """LLVM's type of a vector."""
    return ir.VectorType(_FLOAT, lanes)


def has_fused() -> bool:
    """Whether the processor multiplies and adds in one step; elsewhere a library would, slowly."""
    return not processor_features().isdisjoint(("fma", "aarch64", "arm64"))


def zero_vector(lanes) -> "ir.Constant":
    """LLVM's vector of zeros."""
    return ir.Constant(vector_type(lanes), [0.0] * lanes)


def emit_broadcast(builder, number, lanes) -> "ir.Value":
    """Emit a vector of `lanes` times the same number."""
    vector = builder.insert_element(ir.Constant(vector_type(lanes), ir.Undefined), number, _INT(0))
    return builder.shuffle_vector(vector, vector, ir.Constant(ir.VectorType(_INT, lanes), [0] * lanes))


def emit_multiply_add(builder, a, b, c) -> "ir.Value":
    """Emit a * b + c of vectors, rounded once where the processor can."""
    if not has_fused():
        return builder.fadd(builder.fmul(a, b), c)
    kind = a.type
    function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(kind, [kind] * 3), f"llvm.fma.v{kind.count}f32")
    return builder.call(function, [a, b, c])


def emit_maximum(builder, a, b) -> "ir.Value":
    """Emit the larger of two vectors, number by number."""
    return builder.select(builder.fcmp_ordered(">", a, b), a, b)


def emit_pointer(context, builder, array_type, array, at, lanes) -> "ir.Value":
    """Emit the pointer to a vector that begins at array[at]."""
    data = make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), vector_type(lanes).as_pointer())


def emit_load(builder, pointer) -> "ir.Value":
    """Emit the load of a vector, or of a number, that need not be aligned."""
    return builder.load(pointer, align=4)


lanes_of = type_constant(lambda like: like.lanes)

if JIT_DISABLED:
    def load(like, array, at) -> "Any":
        """The vector that begins at array[at] (float32[])."""
        return array[at:at + like.lanes].copy()

    def store(vector, array, at) -> None:
        """Write a vector to array[at] and on."""
        array[at:at + len(vector)] = vector

    def broadcast(like, number) -> "Any":
        """The vector whose numbers are all `number` (float32)."""
        return np.full(like.lanes, number, np.float32)

    def multiply_add(a, b, c) -> "Any":
        """The vector a * b + c."""
        return a * b + c

    def maximum(a, b) -> "Any":
        """The vector of the larger numbers of two."""
        return np.maximum(a, b)

    def where_positive(a, b) -> "Any":
        """The vector b with 0 where a is not above 0."""
        return np.where(a > 0, b, np.float32(0))

    def rectified_dot(array, at, shift, weights, first, count) -> np.float32:
        """The sum of max(0, array[at + i] + array[shift + i]) * weights[first + i] for i < count, a multiple of DOT_LANES."""
        return np.maximum(array[at:at + count] + array[shift:shift + count], 0) @ weights[first:first + count]
else:
    def _of(like):
        return Vector(like.instance_class.lanes)

    @intrinsic
    def load(typingctx, like, array, at):
        """The vector that begins at array[at] (float32[])."""
        def codegen(context, builder, signature, args):
            return emit_load(builder, emit_pointer(context, builder, array, args[1], args[2], like.instance_class.lanes))
        return _of(like)(like, array, types.intp), codegen

    @intrinsic
    def store(typingctx, vector, array, at):
        """Write a vector to array[at] and on."""
        def codegen(context, builder, signature, args):
            builder.store(args[0], emit_pointer(context, builder, array, args[1], args[2], vector.lanes), align=4)
            return context.get_dummy_value()
        return types.void(vector, array, types.intp), codegen

    @intrinsic
    def broadcast(typingctx, like, number):
        """The vector whose numbers are all `number` (float32)."""
        def codegen(context, builder, signature, args):
            return emit_broadcast(builder, args[1], like.instance_class.lanes)
        return _of(like)(like, types.float32), codegen

    @intrinsic
    def multiply_add(typingctx, a, b, c):
        """The vector a * b + c."""
        def codegen(context, builder, signature, args):
            return emit_multiply_add(builder, *args)
        return a(a, a, a), codegen

    @intrinsic
    def maximum(typingctx, a, b):
        """The vector of the larger numbers of two."""
        def codegen(context, builder, signature, args):
            return emit_maximum(builder, *args)
        return a(a, a), codegen

    @intrinsic
    def where_positive(typingctx, a, b):
        """The vector b with 0 where a is not above 0."""
        def codegen(context, builder, signature, args):
            zero = zero_vector(a.lanes)
            return builder.select(builder.fcmp_ordered(">", args[0], zero), args[1], zero)
        return a(a, b), codegen

    @intrinsic
    def rectified_dot(typingctx, array, at, shift, weights, first, count):
        """The sum of max(0, array[at + i] + array[shift + i]) * weights[first + i] for i < count, a multiple of DOT_LANES."""
        def codegen(context, builder, signature, args):
            _, at, shift, _, first, count = args
            total = cgutils.alloca_once_value(builder, zero_vector(DOT_LANES))
            with cgutils.for_range_slice(builder, count.type(0), count, count.type(DOT_LANES)) as (i, _):
                def part(kind, values, begin):
                    return emit_load(builder, emit_pointer(context, builder, kind, values, builder.add(begin, i), DOT_LANES))
                value = builder.fadd(part(array, args[0], at), part(array, args[0], shift))
                value = emit_maximum(builder, value, zero_vector(DOT_LANES))
                builder.store(emit_multiply_add(builder, value, part(weights, args[3], first), builder.load(total)), total)
            return _emit_sum(builder, builder.load(total))
        return types.float32(array, types.intp, types.intp, weights, types.intp, types.intp), codegen

    def _emit_sum(builder, vector):
        """Emit the sum of a vector's numbers: its halves are added until one number is left."""
        lanes = vector.type.count
        while lanes > 1:
            lanes //= 2
            low, high = (builder.shuffle_vector(vector, vector, ir.Constant(ir.VectorType(_INT, lanes), list(range(k, k + lanes))))
                         for k in (0, lanes))
            vector = builder.fadd(low, high)
        return builder.extract_element(vector, _INT(0))

    def _elementwise(operation, emit):
        """Let kernels write an operation between two vectors as Python does."""
        @infer_global(operation)
        class Template(AbstractTemplate):
            def generic(self, args, kws) -> "Any":
                if len(args) == 2 and isinstance(args[0], Vector) and args[0] == args[1]:
                    return signature(args[0], *args)
                return None

        @lower_builtin(operation, Vector, Vector)
        def lower(context, builder, sig, args):
            return getattr(builder, emit)(*args)

    for _operation, _emit in ((operator.add, "fadd"), (operator.sub, "fsub"), (operator.mul, "fmul")):
        _elementwise(_operation, _emit)
