"""Hike, the card game: one card on the next, down a trail of seven suits and ten surprises."""

from pathlib import Path

from trailmix.engine.game import Game
from trailmix.engine.verbs import Kernels
from trailmix.engine.words import Message
from trailmix.games.hike_cards import (
    data,
    draw,
    events,
    insight,
    look,
    notation,
    position,
    redeal,
    rules,
    scoring,
    state,
    tracing,
    view,
    why,
)

GAME = Game(
    slug="hike_cards",
    name="Hike",
    about=Message("about"),
    players=data.PLAYERS,  # HC-SETUP-1
    minutes=30,
    rules_version=1,
    folder=Path(__file__).parent,
    table=state.Table,
    state=state.State,
    kernels=Kernels(
        deal=rules.deal,
        legal=rules.legal,
        apply=rules.apply,
        actor=rules.actor,
        score=scoring.score,
        rank=scoring.rank,
        redeal=redeal.redeal,
        greedy=insight.greedy,
        rollout=insight.rollout,
        check=tracing.check,
        look=look.look,
        look_own=look.look_own,
    ),
    n_actions=state.N_ACTIONS,
    max_legal=state.MAX_LEGAL,
    max_decisions=100_000,
    invariants=tracing.INVARIANTS,
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
)
