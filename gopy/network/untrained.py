"""Networks that have learnt nothing, for measurements and tests. They have a file of their own: the form loads no NumPy."""
import numpy as np

from gopy.network.form import shapes


def random_weights(blocks, channels, rng) -> dict[str, np.ndarray]:
    """Weights of an untrained network by name, float32, drawn from a numpy Generator: for measurements and tests.

    Their sizes keep the numbers in the network near 1, however deep it is.
    """
    found = {}
    for name, shape in shapes(blocks, channels).items():
        inputs = int(np.prod(shape[:-1])) if len(shape) > 1 else shape[0]
        found[name] = (rng.standard_normal(shape) / np.sqrt(inputs)).astype(np.float32)
        if name.startswith("block") and not name.endswith("conv1"):
            found[name] *= np.float32(0.5)
    return found
