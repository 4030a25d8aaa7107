/** The log in human words: a whole turn of somebody is one line, with names and small pictures. */
import type { Key } from "../../words/say";
import type { Thing } from "../contract";
import { inARow, inParts, type Filling, type Part } from "../saying";
import Small from "./art/Small.svelte";
import { cardName, placeInWords, pointsInWords, seatName } from "./names";
import { fixedOf } from "./read";
import { happened, nightfall } from "./telling";
import type { Entry, EventOf, Events, GameEvent, Line, Play, Turn } from "./types";

/** A card with its small picture; pointing at it lights it on the board. */
function thingOf(play: Play, card: string | null): Thing {
  if (card === null) return { text: play.say("hike_dogsled.log.somebody") };
  const husky = fixedOf(play).huskies[card];
  return {
    text: cardName(fixedOf(play), card),
    Picture: Small as unknown as NonNullable<Thing["Picture"]>,
    of: { card, young: husky !== undefined && !husky.points },
    lights: card,
  };
}

/** Cards in a row; those of which there are several alike are counted. */
function thingsOf(play: Play, cards: readonly (string | null)[]): Thing[] {
  return [...new Set(cards)].map((card) => {
    const n = cards.filter((each) => each === card).length;
    const thing = thingOf(play, card);
    if (n === 1) return thing;
    return {
      ...thing,
      name: thing.text,
      text: play.say("hike_dogsled.log.several", { n, card: thing.text }),
    };
  });
}

/** What is turned up before somebody can do anything belongs to their turn, though the turn before led to it. */
const BEFORE: readonly GameEvent["kind"][] = ["revealed", "loose_turned"];

const isBefore = (event: GameEvent, seat: string | null): boolean =>
  event.seat === seat && seat !== null && BEFORE.includes(event.kind);

/** From where on the events tell of the next day. */
function dusk(turn: Events): number {
  const night = nightfall(turn);
  return night < 0 ? turn.events.length : night + 1;
}

function eventsOf(turn: Turn, play: Play): GameEvent[] {
  const stands = (entry: Entry): boolean => !entry.undone && entry.kind !== "undo";
  const before = play.log.findLast((entry) => entry.seq < turn.first && stands(entry));
  const after = play.log.find((entry) => entry.seq > turn.last && stands(entry));
  // Of one's own, what came after the day was over.
  const led = (before?.events ?? []).slice(before?.seat === turn.seat ? dusk(before) : 0);
  const leads = (n: number): boolean => after?.seat !== turn.seat || n >= dusk(turn);
  const isTold = (event: GameEvent, n: number): boolean =>
    event.kind === "moved_secretly"
      ? !happened(turn, "raced").length // else the day is over, and told
      : !leads(n) || !isBefore(event, after?.seat ?? null);
  return [...led.filter((event) => isBefore(event, turn.seat)), ...turn.events.filter(isTold)];
}

export function tell(turn: Turn, play: Play): Line[] {
  const lines: { seat: string | null; events: GameEvent[] }[] = [];
  for (const event of eventsOf(turn, play)) {
    // What somebody gets for a husky is told with what they give.
    const giving = event.kind.startsWith("received")
      ? lines.find(({ seat, events }) => seat === event.seat && happened({ events }, "gave").length > 0)
      : undefined;
    const line = giving ?? lines.at(-1);
    const ended = line?.events.at(-1)?.kind === "ended_turn";
    if (line && line.seat === event.seat && !ended) line.events.push(event);
    else lines.push({ seat: event.seat, events: [event] });
  }
  const told = lines
    .map(({ seat, events }) => ({ seat, parts: inARow(sentences(play, seat, events)) }))
    .filter(({ parts }) => parts.length > 0);
  // A mentor, a youngster or the word "ready" was declined, and nothing else has happened yet.
  if (!told.length && turn.entries.length)
    return [
      { seat: turn.seat, parts: inParts("hike_dogsled.log.declined", { name: seatName(play, turn.seat) }) },
    ];
  return told;
}

function sentences(play: Play, seat: string | null, events: readonly GameEvent[]): Part[][] {
  const teller = new Teller(play, seatName(play, seat), events);
  teller.preparations();
  teller.looseCards();
  teller.race();
  teller.others();
  return teller.told;
}

/** Tells what one seat did, kind after kind; what was told is not told again. */
class Teller {
  readonly told: Part[][] = [];
  readonly #told = new Set<GameEvent["kind"]>();

  constructor(
    private readonly play: Play,
    private readonly name: string,
    private readonly events: readonly GameEvent[],
  ) {}

  #of<Kind extends GameEvent["kind"]>(...kinds: readonly Kind[]): EventOf<Kind>[] {
    for (const kind of kinds) this.#told.add(kind);
    return happened({ events: this.events }, ...kinds);
  }
  #say(key: Key, values: Readonly<Record<string, Filling>> = {}): void {
    this.told.push(inParts(key, { name: this.name, ...values }));
  }
  #things = (cards: readonly (string | null)[]): Thing[] => thingsOf(this.play, cards);

  preparations(): void {
    const cards = this.#things(this.#of("revealed").map(({ values }) => values.card));
    const [did] = this.#of("drafted", "took", "placed", "swapped", "skipped");
    if (did) {
      const key = `hike_dogsled.${cards.length ? "turned" : "did"}.${whatOf(did)}` as Key;
      this.#say(key, { cards, ...cardsOf(this.play, did) });
    } else if (cards.length) this.#say("hike_dogsled.log.turned", { cards });
    const mentors = this.#of("spent_mentor").length;
    if (mentors) this.#say("hike_dogsled.log.mentors", { n: mentors });
    for (const { values } of this.#of("added"))
      this.#say("hike_dogsled.log.added", { card: thingOf(this.play, values.husky) });
    if (this.#of("readied").length) this.#say("hike_dogsled.log.readied");
    for (const { values } of this.#of("gave_back"))
      this.#say("hike_dogsled.log.gave_back", {
        n: values.returned.length,
        cards: this.#things(values.returned),
      });
    const tucked = this.#of("tucked");
    if (tucked.length)
      this.#say("hike_dogsled.log.tucked", {
        n: tucked.length,
        cards: this.#things(tucked.map(({ values }) => values.husky)),
      });
    for (const { values } of this.#of("drew_care"))
      this.#say("hike_dogsled.log.drew_care", { card: thingOf(this.play, values.card) });
  }

  looseCards(): void {
    for (const { values } of this.#of("loose_turned"))
      this.#say("hike_dogsled.log.loose", { card: values.name });
    for (const { values } of this.#of("named"))
      this.#say("hike_dogsled.log.named", { other: seatName(this.play, values.other) });
    for (const { values } of this.#of("picked"))
      this.#say("hike_dogsled.log.picked", { card: thingOf(this.play, values.husky) });
    if (this.#of("picked.hidden").length) this.#say("hike_dogsled.log.picked_secretly");
    this.#given();
    for (const { values } of this.#of("settled"))
      this.#say("hike_dogsled.did.settled", { card: thingOf(this.play, values.husky) });
    for (const { values } of this.#of("kept"))
      this.#say("hike_dogsled.log.kept", { card: thingOf(this.play, values.husky) });
    for (const { values } of this.#of("lost_husky"))
      this.#say("hike_dogsled.log.lost_husky", { card: thingOf(this.play, values.husky) });
    const gone = this.#of("ran_away").map(({ values }) => values.husky);
    if (gone.length) this.#say("hike_dogsled.log.gone", { n: gone.length, cards: this.#things(gone) });
  }

  #given(): void {
    const got = this.#of("received", "received_hidden")[0]?.values.husky ?? null;
    this.#of("received_hidden.hidden");
    for (const { values } of this.#of("gave")) {
      const card = thingOf(this.play, values.husky);
      if (got === null) this.#say("hike_dogsled.log.gave_secretly", { card });
      else if (got === values.husky) this.#say("hike_dogsled.log.gave_back_again", { card });
      else this.#say("hike_dogsled.log.gave", { card, other: thingOf(this.play, got) });
    }
  }

  race(): void {
    // (On the first day nobody is behind: there the server says enough.)
    for (const { values } of happened({ events: this.events }, "race_day"))
      if (values.day > 1) {
        const names = values.order.map((seat) => seatName(this.play, seat)).join(", ");
        this.#of("race_day");
        this.#say("hike_dogsled.log.race_day", { n: values.day, names });
      }
    if (this.#of("moved_secretly").length) this.#say("hike_dogsled.log.unseen");
    this.#way(this.#of("used").map(({ values }) => values.husky));
    const cared = this.#of("cared");
    if (cared.length)
      this.#say("hike_dogsled.log.cared", {
        n: cared.length,
        cards: this.#things(cared.flatMap(({ values }) => values.huskies)),
      });
    const care = this.#of("raced").reduce((sum, { values }) => sum + values.care, 0);
    if (care) this.#say("hike_dogsled.log.cares", { n: care });
    const paid = this.#of("paid").length;
    if (paid) this.#say("hike_dogsled.log.paid", { n: paid });
    const rested = this.#of("rested").map(({ values }) => values.husky);
    if (rested.length)
      this.#say("hike_dogsled.log.rested", { n: rested.length, cards: this.#things(rested) });
    const lost = this.#of("lost_points").flatMap(({ values }) => values.points);
    if (lost.length)
      this.#say("hike_dogsled.log.lost", { n: lost.length, points: pointsInWords(lost.join("")) });
    this.#of("stopped");
  }

  #way(huskies: readonly (string | null)[]): void {
    const way = wayOf(this.events);
    const ends = happened({ events: this.events }, "ended_turn", "raced").length > 0;
    this.#of("moved", "entered", "ended_turn");
    if (!way || (way.to === way.begin && !ends)) return;
    const place = (n: number): string => placeInWords(this.play, n);
    const [begin, to] = [place(way.begin), place(way.to)];
    if (way.to === 0) this.#say("hike_dogsled.log.stayed_at_the_start");
    else if (way.to === way.begin) this.#say("hike_dogsled.log.stayed", { n: way.to });
    else if (huskies.length) this.#say("hike_dogsled.log.ran", { begin, to, cards: this.#things(huskies) });
    else this.#say("hike_dogsled.log.raced", { begin, to });
  }

  /** What the server says well enough. */
  others(): void {
    for (const event of this.events) if (!this.#told.has(event.kind)) this.told.push([event.text]);
  }
}

type Did = EventOf<"drafted" | "took" | "placed" | "swapped" | "skipped">;

/** A swap may only move a husky, or change nothing. */
function whatOf(did: Did): string {
  if (did.kind !== "swapped" || did.values.lifted !== did.values.husky) return did.kind;
  return did.values.begin === did.values.slot ? "put_back" : "moved";
}

function cardsOf(play: Play, did: Did): Record<string, Thing> {
  if (did.kind === "skipped") return {};
  const card = thingOf(play, did.kind === "took" ? did.values.card : did.values.husky);
  return did.kind === "swapped" ? { card, lifted: thingOf(play, did.values.lifted) } : { card };
}

export interface Way {
  begin: number;
  to: number;
}

/** From which field to which; null if nobody raced. */
export function wayOf(events: readonly GameEvent[]): Way | null {
  const steps = events.flatMap((event) => stepOf(event) ?? []);
  const [first, last] = [steps[0], steps.at(-1)];
  return first && last ? { begin: first.begin, to: last.to } : null;
}

function stepOf(event: GameEvent): Way | null {
  switch (event.kind) {
    case "used":
    case "moved":
      return { begin: event.values.to - event.values.fields, to: event.values.to };
    case "entered":
      return { begin: event.values.field - 1, to: event.values.field };
    case "raced":
      return { begin: event.values.begin, to: event.values.to };
    case "ended_turn":
      return { begin: event.values.position, to: event.values.position };
    default:
      return null;
  }
}
