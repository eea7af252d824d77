"""Presets: every name builds an engine, and single parameters can be changed by name."""
import pytest

from gopy.base.parameters import make_all
from gopy.engine.options import Options
from gopy.games.players.presets import PRESETS, build, game_drafts, preset_on, without_network
from gopy.network.params import network_file
from gopy.search.catalogue import POLICIES


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("size", [5, 9, 19])
def test_every_preset_builds(preset, size):
    if preset == "mogo2007_local_shape" and size != 9:
        with pytest.raises(ValueError, match="no local shapes were learnt"):
            build(preset, size)
        return
    if preset in ("network", "network_alone") and network_file(size) is None:
        with pytest.raises(ValueError, match=f"no network for {size}x{size} comes with gopy"):
            build(preset, size)
        return
    policy, search_params, game_params = build(preset, size)
    if preset_on(preset, size).go == "network":
        assert game_params.prior_network > 0 and search_params.expansion_threshold == 1
        return
    assert game_params.length >= 2 and search_params.expansion_threshold >= 1
    priors = sum(value for name, value in game_params._asdict().items() if name.startswith("prior_"))
    assert (priors > 0) == (preset in ("default", "classical", "handcrafted", "mogo2007", "mogo2007_learnt",
                                 "mogo2007_local_shape", "mogo2007_association"))


def test_changes_reach_the_record_that_has_them_and_keep_its_types():
    before = build("classical", 9)
    after = build("classical", 9, {"equivalence": 1234, "even_prior": 6.0, "nakade": 0})
    assert after[0].equivalence == 1234.0 and after[1].even_prior == 6 and after[2].nakade == 0.0
    for old, new in zip(before, after):
        assert [type(value) for value in old] == [type(value) for value in new]


def test_an_unknown_parameter_is_an_error_with_a_suggestion():
    with pytest.raises(ValueError, match="did you mean 'nakade'"):
        build("default", 9, {"nakad": 1})


def test_rows_of_the_table_of_policies_differ_in_the_policy_alone():
    records = {name: build(name, 9) for name in ("rave", "hand_selected", "minimum_mse")}
    schedules = {policy.schedule for policy, _, _ in records.values()}
    assert len(schedules) == 3
    for _, search_params, game_params in records.values():
        assert search_params == records["rave"][1]
        assert all(value == 0 for name, value in game_params._asdict().items() if name.startswith("prior_"))


def test_plain_uct_has_neither_amaf_nor_priors():
    policy, search_params, game_params = build("uct", 9)
    assert type(policy).__name__ == "UCT" and search_params.even_prior == 0
    assert game_params.prior_capture == game_params.prior_pattern == 0


def test_ranking_presets_differ_in_the_rule_alone():
    records = {name: build(name, 9) for name in ("aoap", "ocba", "ttts")}
    assert len({policy.rule for policy, _, _ in records.values()}) == 3
    for policy, search_params, game_params in records.values():
        assert type(policy).__name__ == "Ranking" and policy.n0 == search_params.expansion_threshold == 2
        assert search_params == records["aoap"][1] and search_params.even_prior == 0
        assert all(value == 0 for name, value in game_params._asdict().items() if name.startswith("prior_"))


def test_a_policy_takes_the_place_of_a_presets():
    for name in POLICIES:
        policy, search_params, game_params = build("mogo2007", 9, {}, name)
        # with learnt priors E is less, and a lower bound chooses the move
        plain = build("default", 9, {"equivalence": 3000, "choice_bound": 0} if name == "uct_rave" else {}, name)
        assert (policy, search_params) == plain[:2]             # nothing of MoGo's policy is left, its playouts are
        assert game_params.two_liberties == 0 and plain[2].two_liberties > 0
        priors = sum(value for field, value in game_params._asdict().items() if field.startswith("prior_"))
        assert (priors > 0) == POLICIES[name].priors
    assert build("default", 9, {}, "uct_rave")[:2] == build("classical", 9)[:2]
    assert (build("default", 19)[0].equivalence, build("default", 19)[0].choice_bound) == (300, 4)
    assert (build("mogo2007", 19)[0].choice_bound, build("minimum_mse", 9)[0].choice_bound) == (0, 0)
    assert build("handcrafted", 19)[0].equivalence == 3000
    assert build("minimum_mse", 9)[0].equivalence == 3000, "it has no priors"
    with pytest.raises(ValueError, match="unknown policy 'ucb'; did you mean 'uct'?"):
        build("default", 9, {}, "ucb")
    with pytest.raises(ValueError, match="policy random plays without a search"):
        Options(policy="random")


def test_the_default_has_a_network_where_one_comes_with_gopy():
    network, classical = PRESETS["network"], PRESETS["classical"]
    assert [preset_on("default", size) for size in (7, 9, 11, 13, 19)] == [classical, network, classical, network, network]
    assert preset_on("default", 11, network="some.npz") is network      # a named one may be for any size
    assert preset_on("default", 9, {"prior_network": 100}) is network
    assert preset_on("default", 9, {"softmax": "balanced"}) is classical and preset_on("default", 9, policy="uct_rave") is classical


@pytest.mark.parametrize("options, without", [({}, False), ({"level": 3}, True), ({"level": 12}, True), ({"temperature": 1.0}, True),
                                              ({"temperature": 0.0}, False), ({"level": 3, "preset": "network"}, False),
                                              ({"level": 3, "preset": "classical"}, False), ({"level": 3, "policy": "uct"}, False)])
def test_weaker_moves_are_chosen_without_the_network_that_the_engine_has(options, without):
    assert Options(size=19, **options).plays_by_network(9) is not without
    assert Options(size=9, **options).plays_by_network(11)          # no network, none to do without


@pytest.mark.parametrize("start", [9, 11])
def test_the_default_takes_parameters_of_the_network_on_every_board_and_has_them_where_it_has_one(start):
    options = Options(size=start, set="prior_network=100, exploration=0.2")
    assert options.parameters == {"prior_network": 100.0, "exploration": 0.2}
    assert options.parameters_on(9) == options.parameters and options.parameters_on(11) == {"exploration": 0.2}
    assert build("default", 9, options.parameters).game_params.prior_network == 100
    assert build("default", 11, options.parameters)[:2] == build("default", 11, {"exploration": 0.2})[:2]
    for impossible, text in (({"set": "prior_networ=1"}, "did you mean 'prior_network'"),
                             ({"set": "prior_network=x"}, "prior_network wants a number"), ({"set": "value_share=2"}, "value_share: 2 is not"),
                             ({"set": "prior_network=1", "preset": "classical"}, "unknown parameter 'prior_network'"),
                             ({"set": "prior_network=1", "policy": "uct"}, "unknown parameter"),
                             ({"set": "prior_network=1, softmax=balanced"}, "unknown parameter")):
        with pytest.raises(ValueError, match=text):
            Options(size=start, **impossible)


@pytest.mark.parametrize("changes", [{}, {"exploration": 0.2, "prior_network": 100, "nakade": 0.1}])
def test_without_its_network_an_engine_has_the_records_of_the_classical_one(changes):
    playing = build("default", 9, changes)
    found = without_network(playing, 9, changes)
    changes.pop("prior_network", None)
    policy, search_params, rules = build("classical", 9, changes)
    assert found[:2] == (policy, search_params) and found.game_params.prior_network == found.game_params.value_share == 0
    assert {name: getattr(rules, name) for name in rules._fields if name.startswith(("prior_", "nakade"))} == \
        {name: getattr(found.game_params.rules, name) for name in rules._fields if name.startswith(("prior_", "nakade"))}
    for old, new in zip(playing, found):
        assert [type(value) for value in old] == [type(value) for value in new]         # nothing else is compiled
    classical = build("classical", 9)
    assert without_network(classical, 9) is classical


@pytest.mark.parametrize("preset", [name for name, each in PRESETS.items() if each.go == "default"])
def test_a_preset_of_another_game_has_its_policy_and_search(preset):
    from gopy.papers.draft import paper_draft
    # what comes with the learnt priors that Go has
    change = {"equivalence": 3000, "choice_bound": 0} if preset in ("default", "classical") else {}
    mine, theirs = make_all(game_drafts(preset, None, {}, paper_draft(9)), {}), build("classical" if preset == "default" else preset, 9, change)
    assert mine[:2] == theirs[:2]
    assert [mine[2]._asdict()[name] for name in mine[2]._fields if name.startswith("prior_")] == \
        [theirs[2]._asdict()[name] for name in theirs[2]._fields if name.startswith("prior_")]
    assert len(game_drafts(preset, None, {}, None)) == 2        # a game without parameters


def test_neither_preset_nor_policy_is_uct_in_other_games():
    assert make_all(game_drafts(None, None, {}, None), {}) == make_all(game_drafts(None, "uct", {}, None), {})


def test_rows_of_mogo2007_differ_from_it_in_priors_and_policy_alone():
    names = ("mogo2007", "mogo2007_learnt", "mogo2007_rave", "mogo2007_uct")
    full, learnt, rave, uct = (build(name, 9) for name in names)
    assert full[:2] == learnt[:2] == rave[:2] and type(uct[0]).__name__ == "UCT"
    assert uct[0].first_play_urgency == 1.1
    assert (uct[0].exploration, rave[0].exploration) == (0.3, 0.1)
    assert uct[1] == rave[1]._replace(even_prior=0, priors_in_amaf=0, amaf_weighted=1)
    for name in full[2]._fields:
        one, *others = (getattr(records[2], name) for records in (full, learnt, rave, uct))
        if name.startswith("prior_"):
            assert others == [50 if name == "prior_move" else 0, 0, 0]
        elif name not in ("table", "first_shape", "near_shape", "shape_table", "strength"):
            assert others == [one, one, one], name


def test_mogo2007_has_its_four_rules_and_nothing_later():
    _, _, game_params = build("mogo2007", 9)
    assert game_params.atari == game_params.counter_capture == game_params.pattern == game_params.capture == 1.0
    assert game_params.nakade == game_params.two_liberties == game_params.reject_random == game_params.prior_ladder == 0
