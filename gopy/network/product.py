"""The product of a few rows of numbers with a matrix of weights, the inner loop of the network.

It is written as LLVM's vectors with all sums in registers: for each input, one row of weights is loaded, and for each row of numbers one
number is broadcast, multiplied with it and added. The loop that compilers make of plain sums reads and writes the sums again and again,
at a tenth of the speed.

A matrix of weights lies in panels of PANEL columns, [columns / PANEL][inputs][PANEL], so that it is read from beginning to end. Where
both factors are rounded to bfloat16, the inputs are added in pairs, the second of each pair first, so that a processor may take both in
one step (gopy/compiled/bfloat16.py). For such a step they lie in pairs, [columns / PANEL][inputs / 2][PANEL].

Matrix registers (gopy/compiled/amx.py) take sixteen rows of 32 numbers and sixteen rows of a panel in one step, as they lie there.
"""
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gopy.compiled import amx
from gopy.compiled.bfloat16 import emit_pairs_multiply_add, from_pairs
from gopy.compiled.compiler import cgutils, intrinsic, types
from gopy.compiled.jit import JIT_DISABLED
from gopy.compiled.lowering import make_array
from gopy.compiled.vectors import emit_broadcast, emit_load, emit_multiply_add, emit_pointer, zero_vector

if TYPE_CHECKING:
    from collections.abc import Callable

#: Columns that lie together.
PANEL = 16


def panels(matrix) -> np.ndarray:
    """[columns / PANEL, inputs, PANEL] of matrices [..., inputs, columns]."""
    *outer, inputs, columns = matrix.shape
    return np.ascontiguousarray(np.moveaxis(matrix.reshape(*outer, inputs, columns // PANEL, PANEL), -2, -3))


def multiplier(columns_of, rounded=False) -> "Callable":
    """The function that multiplies rows with some columns of a matrix, for kernels:

    multiply(work, weights, rows, source, source_step, matrix, inputs, target, target_step)

    The rows begin at work.memory[source], each source_step behind the one before, and their products at target; the columns of the
    matrix begin at weights.numbers[matrix], at the beginning of a panel or of a vector in it. rows is work.most_rows or one less; where
    matrix registers make the product, sixteen rows are written in any case.

    columns_of   (type of work, type of weights) -> number of columns, a multiple of the lanes
    rounded      whether rows and matrix are rounded. In pairs, `inputs` and `source_step` count them
    """
    if JIT_DISABLED:
        def slowly(work, weights, rows, source, source_step, matrix, inputs, target, target_step) -> None:
            columns = columns_of(type(work), type(weights))
            memory, panel = work.memory, inputs * PANEL
            seen = from_pairs if rounded and work.paired else np.asarray
            found = seen(np.array([weights.numbers[matrix + column // PANEL * panel + column % PANEL:][:(inputs - 1) * PANEL + 1:PANEL]
                                   for column in range(columns)]))
            for row in range(rows):
                numbers = seen(memory[source + row * source_step:][:inputs])
                memory[target + row * target_step:][:columns] = found @ numbers
        return slowly

    @intrinsic
    def multiply(typingctx, work, weights, rows, source, source_step, matrix, inputs, target, target_step):
        kind = work.instance_class
        columns = columns_of(kind, weights.instance_class)

        def codegen(context, builder, signature, args):
            memory_type, memory = _array(context, builder, work, args[0], "memory")
            numbers_type, numbers = _array(context, builder, weights, args[1], "numbers")
            if rounded and kind.amx:
                data = make_array(memory_type)(context, builder, memory).data
                factors = make_array(numbers_type)(context, builder, numbers).data
                _emit_in_matrices(builder, weights.instance_class.channels, data, factors, args[3:])
                return context.get_dummy_value()
            full = builder.icmp_signed("==", args[2], args[2].type(kind.most_rows))
            with builder.if_else(full) as (then, otherwise):
                for branch, rows in ((then, kind.most_rows), (otherwise, kind.most_rows - 1)):
                    with branch:
                        _emit(context, builder, kind, rounded, columns, rows, (memory_type, memory), (numbers_type, numbers), args[3:])
            return context.get_dummy_value()
        return types.void(work, weights, *[types.intp] * 7), codegen
    return multiply


@dataclass(frozen=True)
class _Registers:
    """Which of the matrix registers (gopy/compiled/amx.py) hold what in products of a width: the sums of each panel from 0 on, rows of
    pairs, and a panel's weights; and likewise for a rest of inputs that fill half of a register."""
    panels: int
    rest: bool

    @classmethod
    def of(cls, channels) -> "_Registers":
        return cls(channels // PANEL, channels // 2 % amx.COLUMNS > 0)

    @property
    def forms(self) -> list[tuple[int, int]]:
        """The form of each register."""
        half = amx.COLUMNS // 2
        found = [(amx.ROWS, amx.COLUMNS)] * (self.panels + 2) + [(amx.ROWS, half), (half, amx.COLUMNS)] * self.rest
        return found + [(amx.ROWS, amx.COLUMNS)] * (amx.REGISTERS - len(found))


def _emit_in_matrices(builder, channels, memory, numbers, args):
    """Emit the product of sixteen rows with all columns in matrix registers."""
    source, source_step, matrix, _, target, target_step = args
    word, pairs, registers = source.type, channels // 2, _Registers.of(channels)
    for panel in range(registers.panels):
        amx.emit_zero(builder, panel)
    for first in range(0, pairs, amx.COLUMNS):
        rows = registers.panels + (2 if pairs - first < amx.COLUMNS else 0)
        amx.emit_read(builder, rows, builder.gep(memory, [builder.add(source, word(first))]), source_step)
        for panel in range(registers.panels):
            begin = builder.add(matrix, word((panel * pairs + first) * PANEL))
            amx.emit_read(builder, rows + 1, builder.gep(numbers, [begin]), word(PANEL))
            amx.emit_products(builder, panel, rows, rows + 1)
    for panel in range(registers.panels):
        amx.emit_write(builder, panel, builder.gep(memory, [builder.add(target, word(panel * PANEL))]), target_step)


def _array(context, builder, record_type, record, name):
    """(type, value) of an array of a record."""
    index = record_type.fields.index(name)
    return record_type.types[index], builder.extract_value(record, index)


def _emit(context, builder, kind, rounded, columns, rows, memory, numbers, args):
    """Emit the product of `rows` rows with `columns` columns, in a type of work."""
    source, source_step, matrix, inputs, target, target_step = args
    word, lanes, vectors = source.type, kind.lanes, columns // kind.lanes
    add = emit_pairs_multiply_add if rounded and kind.paired else emit_multiply_add
    data = make_array(memory[0])(context, builder, memory[1]).data
    panel = builder.mul(inputs, word(PANEL))
    firsts = [builder.add(matrix, builder.add(builder.mul(panel, word(v * lanes // PANEL)), word(v * lanes % PANEL)))
              for v in range(vectors)]
    starts = [builder.add(source, builder.mul(source_step, word(row))) for row in range(rows)]
    sums = [[cgutils.alloca_once_value(builder, zero_vector(lanes)) for _ in range(vectors)] for _ in range(rows)]
    for each in (total for row in sums for total in row):
        builder.store(zero_vector(lanes), each)
    with cgutils.for_range(builder, inputs) as loop:
        # of each pair the second is added first
        place = builder.xor(loop.index, word(1)) if rounded and not kind.paired else loop.index
        step = builder.mul(place, word(PANEL))
        weights = [emit_load(builder, emit_pointer(context, builder, *numbers, builder.add(first, step), lanes)) for first in firsts]
        for row in range(rows):
            number = emit_load(builder, builder.gep(data, [builder.add(starts[row], place)]))
            spread = emit_broadcast(builder, number, lanes)
            for v in range(vectors):
                builder.store(add(builder, spread, weights[v], builder.load(sums[row][v])), sums[row][v])
    for row in range(rows):
        begin = builder.add(target, builder.mul(target_step, word(row)))
        for v in range(vectors):
            place = emit_pointer(context, builder, *memory, builder.add(begin, word(v * lanes)), lanes)
            builder.store(builder.load(sums[row][v]), place, align=4)


if JIT_DISABLED:
    def begin_products(work, weights) -> None:
        """Prepare the processor for products of a width with rounded factors; they are made between this and `end_products`."""

    def end_products(work) -> None:
        """Free what they needed."""
else:
    @intrinsic
    def begin_products(typingctx, work, weights):
        """Prepare the processor for products of a width with rounded factors; they are made between this and `end_products`."""
        def codegen(context, builder, signature, args):
            if work.instance_class.amx:
                amx.emit_form(builder, _Registers.of(weights.instance_class.channels).forms)
            return context.get_dummy_value()
        return types.void(work, weights), codegen

    @intrinsic
    def end_products(typingctx, work):
        """Free what they needed."""
        def codegen(context, builder, signature, args):
            if work.instance_class.amx:
                amx.emit_end(builder)
            return context.get_dummy_value()
        return types.void(work), codegen
