"""Hike!, the dog-sled game: draft a team of huskies, then race it day by day."""

from pathlib import Path

from trailmix.engine.game import Game
from trailmix.engine.verbs import Kernels
from trailmix.engine.words import Message
from trailmix.games.hike_dogsled import (
    check,
    data,
    draw,
    events,
    insight,
    invariants,
    look,
    notation,
    position,
    previews,
    ranking,
    redeal,
    rollout,
    rules,
    state,
    view,
    why,
)

GAME = Game(
    slug="hike_dogsled",
    name="Hike!",
    about=Message("about"),
    players=range(2, 7),
    minutes=45,
    rules_version=1,
    folder=Path(__file__).parent,
    table=state.Table,
    state=state.State,
    kernels=Kernels(
        deal=rules.deal,
        legal=rules.legal,
        apply=rules.apply,
        actor=rules.actor,
        score=ranking.score,
        rank=ranking.rank,
        redeal=redeal.redeal,
        greedy=insight.greedy,
        rollout=rollout.rollout,
        check=check.check,
        look=look.look,
        look_own=previews.look_own,
    ),
    n_actions=state.N_ACTIONS,
    max_legal=state.MAX_LEGAL,
    max_decisions=state.MAX_DECISIONS,
    invariants=invariants.INVARIANTS,
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
    first_player_drawn=True,  # HD-RUL-1
)
