"""Intel's matrix registers (AMX): eight registers of sixteen rows of 64 bytes. One step multiplies two of them and adds to a third.

The step takes rows of pairs of bfloat16 numbers (gopy/compiled/bfloat16.py) and makes 16 x 16 sums of 32 products each, as many as 256
steps of AVX512_BF16. It adds the products of the first numbers of all pairs, and those of the second ones, and then both sums to what
there was. So the last digits are others than where one pair after the other is added.

Linux lets a process use these registers once it has asked for them (Intel, Instruction Set Extensions Programming Reference, chapter 3).
"""
import ctypes
import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from gopy.compiled.compiler import cgutils
from gopy.compiled.lowering import ir, processor_features

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The rows of a register, and the pairs of bfloat16 numbers or float32 numbers in one of them.
ROWS, COLUMNS = 16, 16

#: How many registers there are.
REGISTERS = 8

#: Linux's call arch_prctl, what it is asked for (ARCH_REQ_XCOMP_PERM), and for which part of the processor's state (XTILEDATA).
_ARCH_PRCTL, _REQUEST, _MATRICES = 158, 0x1023, 18

_BYTE, _LONG, _VOID = ir.IntType(8), ir.IntType(64), ir.VoidType()

#: Bytes of a description of the registers, and of a row of one.
_DESCRIPTION, _LINE = 64, 64


@lru_cache(maxsize=None)
def has_amx() -> bool:
    """Whether this process may multiply matrices of bfloat16 pairs in such registers; the first call asks the system for them."""
    if not {"x86_64", "amx-tile", "amx-bf16", "avx512bf16"} <= processor_features() or not sys.platform.startswith("linux"):
        return False
    return ctypes.CDLL(None).syscall(_ARCH_PRCTL, _REQUEST, _MATRICES) == 0


def _call(builder, name, *arguments) -> None:
    form = ir.FunctionType(_VOID, [argument.type for argument in arguments])
    builder.call(cgutils.get_or_insert_function(builder.module, form, "llvm.x86." + name), arguments)


def emit_form(builder, forms: "Sequence[tuple[int, int]]") -> None:
    """Emit the description of the registers, each by how many rows it has and how many numbers of four bytes in each."""
    described = bytearray(_DESCRIPTION)
    described[0] = 1
    for register, (rows, columns) in enumerate(forms):
        described[16 + 2 * register] = 4 * columns
        described[48 + register] = rows
    constant = cgutils.global_constant(builder, "amx_form", ir.Constant(ir.ArrayType(_BYTE, _DESCRIPTION), described))
    _call(builder, "ldtilecfg", builder.bitcast(constant, _BYTE.as_pointer()))


def emit_end(builder) -> None:
    """Emit that the registers are no longer used, so that the system need not save them."""
    _call(builder, "tilerelease")


def emit_zero(builder, register) -> None:
    """Emit that a register is filled with zeros."""
    _call(builder, "tilezero", _BYTE(register))


def emit_read(builder, register, pointer, step) -> None:
    """Emit the load of a register from rows that begin at a pointer to float32, `step` numbers apart."""
    _move(builder, "tileloadd64", register, pointer, step)


def emit_write(builder, register, pointer, step) -> None:
    """Emit that a register is stored, likewise."""
    _move(builder, "tilestored64", register, pointer, step)


def _move(builder, name, register, pointer, step):
    _call(builder, name, _BYTE(register), builder.bitcast(pointer, _BYTE.as_pointer()), builder.mul(step, _LONG(4)))


def emit_products(builder, sums, a, b) -> None:
    """Emit that the register `sums` gets the product of two matrices added: a has pairs of its columns, b has pairs of its rows."""
    _call(builder, "tdpbf16ps", _BYTE(sums), _BYTE(a), _BYTE(b))
