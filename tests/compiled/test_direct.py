"""Machine code of a kernel that is called without a check of types."""
import numpy as np
import pytest

from gopy.compiled.direct import machine_code
from gopy.compiled.jit import JIT_DISABLED, kernel


@kernel
def _sum_into(numbers, out):
    for number in numbers:
        out[0] += number
    return out[0]


def test_it_does_what_the_kernel_does():
    out = np.zeros(1)
    call = machine_code(_sum_into, np.zeros(2), out)
    assert call(np.array([1.0, 2.5, 3.0]), out) == 6.5 and out[0] == 6.5
    assert _sum_into(np.array([1.0]), out) == 7.5
    assert machine_code(_sum_into, np.zeros(2), out)(np.array([1.0]), out) == 8.5


@pytest.mark.skipif(JIT_DISABLED, reason="there is no machine code")
def test_each_choice_of_types_has_its_own():
    whole = machine_code(_sum_into, np.zeros(2, np.int64), np.zeros(1))
    assert whole(np.array([1, 2]), np.array([0.5])) == 3.5
    assert whole is not machine_code(_sum_into, np.zeros(2), np.zeros(1))
