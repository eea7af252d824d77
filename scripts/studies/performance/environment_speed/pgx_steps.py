"""Random legal steps of pgx's Go: prints steps a second of processor time, for each request of standard input.

    python pgx_steps.py SIZE NUM_ENVS      a line with seconds is answered by a line with the figure
"""
import os
import sys
import time

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})     # before its thread pools are made

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
from pgx.experimental.wrappers import auto_reset  # noqa: E402
from pgx.go import Go  # noqa: E402

STEPS = 20


def main():
    size, num_envs = int(sys.argv[1]), int(sys.argv[2])
    env = Go(size=size)
    step = auto_reset(env.step, env.init)

    def one(_, carry):
        state, key = carry
        key, draw = jax.random.split(key)
        actions = jax.random.categorical(draw, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
        key, fresh = jax.random.split(key)
        return jax.vmap(step)(state, actions, jax.random.split(fresh, num_envs)), key

    several = jax.jit(lambda carry: jax.lax.fori_loop(0, STEPS, one, carry))
    carry = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), num_envs)), jax.random.PRNGKey(1)
    carry = jax.block_until_ready(several(carry))
    print("ready", flush=True)
    for line in sys.stdin:
        seconds, steps, started = float(line), 0, time.process_time()
        while time.process_time() - started < seconds:
            carry = jax.block_until_ready(several(carry))
            steps += STEPS * num_envs
        print(steps / (time.process_time() - started), flush=True)


main()
