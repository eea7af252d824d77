"""mctx's Gumbel search on a game of pgx with a network that says nothing: prints simulations a second of processor time.

    python peer.py GAME ROOTS SIMULATIONS SECONDS

It runs in the environment of measure.py's MCTX_PYTHON, which has mctx and pgx, on one core.
"""
import os
import sys
import time

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def main():
    import jax
    import jax.numpy as jnp
    import mctx
    import pgx

    game, roots, simulations, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    env = pgx.make(game)
    state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), roots))
    step = jax.vmap(env.step)
    logits, values = jnp.zeros((roots, env.num_actions)), jnp.zeros(roots)

    def recurrent(params, key, action, state):
        player = state.current_player
        state = step(state, action)
        told = jnp.where(state.legal_action_mask, logits, jnp.finfo(jnp.float32).min)
        reward = state.rewards[jnp.arange(roots), player]
        value = jnp.where(state.terminated, 0.0, values)
        discount = jnp.where(state.terminated, 0.0, -1.0)
        return mctx.RecurrentFnOutput(reward=reward, discount=discount, prior_logits=told, value=value), state

    @jax.jit
    def search(key):
        root = mctx.RootFnOutput(prior_logits=logits, value=values, embedding=state)
        return mctx.gumbel_muzero_policy(None, key, root, recurrent, simulations, invalid_actions=~state.legal_action_mask,
                                         qtransform=mctx.qtransform_completed_by_mix_value).action
    search(jax.random.PRNGKey(1)).block_until_ready()
    began, runs = time.process_time(), 0
    while time.process_time() - began < seconds or runs == 0:
        search(jax.random.PRNGKey(runs)).block_until_ready()
        runs += 1
    print(runs * roots * simulations / (time.process_time() - began))


if __name__ == "__main__":
    main()
