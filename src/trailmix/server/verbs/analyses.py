"""The verbs of an analysis: have a finished match analysed, see how far that is, and try something else."""

from __future__ import annotations

from litestar import delete, get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from trailmix.lab.analysis import Analysis, Decision, Swing, deciding, swing
from trailmix.server.messages.analyses import Alternative, Judgement, MatchAnalysis, Moment, Retry, WinShares
from trailmix.server.messages.protocol import AnalysisState, Made
from trailmix.server.messages.refusals import No
from trailmix.server.storage.store import Entry
from trailmix.server.tables.analyses import Played
from trailmix.server.tables.dealing import play_entry
from trailmix.server.tables.table import Table
from trailmix.server.tables.what_if import retry
from trailmix.server.verbs.access import Asked, TableId, address_of, language_of, tables_of, watching
from trailmix.server.verbs.openapi import WATCHING
from trailmix.server.verbs.replays import check_over, finished, table_over


@get(
    "/tables/{table_id:str}/analysis",
    summary="How far is the analysis?",
    security=WATCHING,
    refuses="not_now",
)
async def analysis(request: Asked, table_id: TableId) -> AnalysisState:
    """Of a finished match; with all that it found, once it is done."""
    table = await table_over(request, table_id)
    return await _state(request, table)


@post(
    "/tables/{table_id:str}/analysis",
    status_code=HTTP_200_OK,
    summary="Have a finished match analysed",
    security=WATCHING,
    refuses="not_now",
)
async def start_analysis(request: Asked, table_id: TableId) -> AnalysisState:
    """One that is under way or done stays as it is."""
    table, entries = await finished(request, table_id)
    tables = tables_of(request)
    if await tables.store.analysis(table.id) is None:
        tables.analyses.start(table.id, address_of(request), lambda: _played(table, entries))
    return await _state(request, table)


@delete(
    "/tables/{table_id:str}/analysis",
    status_code=HTTP_200_OK,
    summary="Stop the analysis",
    security=WATCHING,
    refuses="not_now",
)
async def cancel_analysis(request: Asked, table_id: TableId) -> AnalysisState:
    """One that is done stays. For whoever has asked for it, and for those who sit at the table."""
    table, chair = await watching(request, table_id)
    check_over(table)
    analyses = tables_of(request).analyses
    wish = analyses.under_way(table.id)
    if wish is not None and chair is None and wish.address != address_of(request):
        raise No("forbidden.not_your_analysis")
    analyses.cancel(table.id)
    return await _state(request, table)


@post(
    "/tables/{table_id:str}/retry",
    status_code=HTTP_201_CREATED,
    summary="Play on from a decision",
    security=WATCHING,
    refuses="not_now bad_option",
)
async def retry_from(request: Asked, table_id: TableId, data: JSONBody[Retry]) -> Made:
    """A new table that begins before the decision of a step: its seat is mine, bots have the others."""
    table, entries = await finished(request, table_id)
    return await retry(tables_of(request), table, entries, data, address_of(request), language_of(request))


async def _state(request: Asked, table: Table) -> AnalysisState:
    analyses = tables_of(request).analyses
    wish = analyses.under_way(table.id)
    if wish is not None:
        return AnalysisState(state=wish.state, done=wish.done, of=wish.of, analysis=None)
    found = await tables_of(request).store.analysis(table.id)
    if found is not None:
        number = len(found.decisions)
        told = _in_words(found, table, language_of(request))
        return AnalysisState(state="done", done=number, of=number, analysis=told)
    return AnalysisState(
        state="failed" if analyses.has_failed(table.id) else "none", done=0, of=0, analysis=None
    )


def _played(table: Table, entries: list[Entry]) -> Played:
    """The match from its log, and the entry in which each action of it stands."""
    match, steps = table.deal(), list[int]()
    for entry in entries:
        play_entry(match, entry)
        steps += [entry.seq] * len(entry.actions)
        del steps[len(match.moves) :]  # what was taken back
    return Played(match, tuple(steps))


def _in_words(found: Analysis, table: Table, language: str) -> MatchAnalysis:
    assert table.match is not None  # noqa: S101 - it is over
    decided = deciding(found, table.match.winners())
    return MatchAnalysis(
        bot=found.bot,
        seats=list(found.seats),
        decisions=[_judgement(one, table, language) for one in found.decisions],
        moments=[_moment(n, swing(found.decisions, n)) for n in found.moments],
        deciding=decided and _moment(*decided),
    )


def _moment(n: int, moved: Swing) -> Moment:
    return Moment(decision=n, mover=moved.mover, before=moved.before, after=moved.after)


def _judgement(one: Decision, table: Table, language: str) -> Judgement:
    why, match = one.why, table.match
    return Judgement(
        step=one.step,
        seat=one.seat,
        played=one.played,
        best=one.best,
        loss=one.loss,
        grade=one.grade,
        knew=WinShares(before=list(one.knew.before), after=list(one.knew.after)),
        open=WinShares(before=list(one.open.before), after=list(one.open.after)),
        alternatives=[Alternative(action=other.action, win=other.win) for other in one.alternatives],
        reason=None if why is None or match is None else match.say(why, language),
    )
