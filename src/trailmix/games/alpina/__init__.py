"""Alpina: a grid of 25 alpine cards, laid together, and hikers who score by what lies around them."""

from pathlib import Path

from trailmix.engine.game import Game
from trailmix.engine.verbs import Kernels
from trailmix.engine.words import Message
from trailmix.games.alpina import (
    data,
    draw,
    events,
    insight,
    look,
    notation,
    position,
    rules,
    state,
    view,
    why,
)

GAME = Game(
    slug="alpina",
    name="Alpina",
    about=Message("about"),
    players=range(2, 5),
    minutes=20,
    rules_version=1,
    folder=Path(__file__).parent,
    table=state.Table,
    state=state.State,
    kernels=Kernels(
        deal=rules.deal,
        legal=rules.legal,
        apply=rules.apply,
        actor=rules.actor,
        score=rules.score,
        rank=rules.rank,
        redeal=rules.redeal,
        greedy=insight.greedy,
        rollout=insight.rollout,
        check=rules.check,
        look=look.look,
        look_own=look.look_own,
    ),
    n_actions=state.N_ACTIONS,
    max_legal=state.MAX_LEGAL,
    max_decisions=2 * state.TURNS,
    invariants=rules.INVARIANTS,
    options=data.Options,
    read_data=data.read,
    check_options=data.check_options,
    make_table=data.table,
    notation=notation,
    events=events.KINDS,
    why=why.why,
    table_view=view.table_view,
    view_type=view.View,
    own_type=view.Own,
    names=view.names,
    draw=draw.draw,
    prompt=view.prompt,
    position=position,
    first_player_drawn=True,  # AL-SETUP-7
)
