"""A Ray cluster of two nodes, one of which dies while it plays; everything here needs Ray."""
import time

import pytest

from gopy.engine.cluster.ray_session import connect
from gopy.lab.match.local import play_one
from gopy.lab.match.ray_games import play_on_ray
from gopy.lab.match.settings import Settings

pytestmark = [pytest.mark.slow, pytest.mark.rare]


@pytest.fixture
def cluster(ray):
    """A cluster whose first node, where the games' results go, plays nothing."""
    from ray.cluster_utils import Cluster

    ray.shutdown()
    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    yield found
    ray.shutdown()
    found.shutdown()


def test_a_match_goes_on_when_a_node_dies(cluster, ray):
    doomed = cluster.add_node(num_cpus=1)
    settings = Settings("gopy:sims=300", "gopy:sims=200", 6, 9, komi=7.5, openings="none", referee="count")
    connect(cluster.address)
    played = []
    games = play_on_ray(play_one, settings, list(range(6)), address=cluster.address)
    for record, sgf in games:
        played.append(record["id"])
        assert sgf.startswith("(;")
        if len(played) == 1:
            cluster.add_node(num_cpus=1)
            cluster.remove_node(doomed, allow_graceful=False)      # with the game that it is playing
    assert sorted(played) == list(range(6))
    # Ray hears of the death of a node after a while only, which may be later than the last game.
    for _ in range(600):
        if sum(node["Alive"] for node in ray.nodes()) == 2:
            break
        time.sleep(0.1)
    assert len(ray.nodes()) == 3 and sum(node["Alive"] for node in ray.nodes()) == 2
