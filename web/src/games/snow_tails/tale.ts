/** A whole turn in a sentence, as somebody at the table would tell it. */
import type { Thing } from "../contract";
import Card from "./Card.svelte";
import { readPlay, SLOTS } from "./read";
import { courseOf, nameOfCourse } from "./shape";
import { seen, waysOf, wayName } from "./telling";
import type { EventOf, GameEvent, Line, Play, Turn } from "./types";
import { listed, sideInWords } from "./words";

const all = <Kind extends GameEvent["kind"]>(turn: Turn, kind: Kind): EventOf<Kind>[] =>
  turn.events.filter((event): event is EventOf<Kind> => event.kind === kind);

export function tell(turn: Turn, play: Play): Line[] {
  const own = [opening(turn, play), ...besides(turn, play)].filter(Boolean).join(" ");
  const [cards] = all(turn, "played");
  const value = cards && readPlay(cards.values.card)?.value;
  const picture = value
    ? { Picture: Card as NonNullable<Thing["Picture"]>, of: { value }, name: theValue(turn, play, value) }
    : {};
  const line: Thing = { text: own, ...picture, ...wayOf(turn, play) };
  const lines: Line[] = own ? [{ seat: turn.seat, parts: [line] }] : [];
  for (const event of turn.events) {
    const told = ofAll(event, play);
    if (told) lines.push({ seat: event.seat, parts: [told] });
  }
  return lines;
}

/** What pointing at the line lights: the way of the sled, on the course of its race. */
function wayOf(turn: Turn, play: Play): { lights?: string } {
  const way = waysOf([turn]).get(turn.seat ?? "");
  return way ? { lights: wayName(seen(play, turn.first).race, turn.seat, way) } : {};
}

/** The sled is placed, or cards are laid and it runs. */
function opening(turn: Turn, play: Play): string {
  const { say } = play;
  const name = nameOf(play, turn.seat);
  const [started] = all(turn, "started");
  if (started) return say("snow_tails.turn.started", { name, n: started.values.number });
  const laid = laying(turn, play);
  if (!laid) return "";
  if (all(turn, "stood").length) return say("snow_tails.turn.stood", { name, laid });
  const steps = all(turn, "moved")
    .map((event) => event.values.steps)
    .join("");
  if (!steps) return say("snow_tails.turn.stuck", { name, laid, dents: dents(turn, play) });
  const values = { name, laid, n: steps.length, dents: dents(turn, play) };
  const drifts = steps.replaceAll("F", "");
  if (!drifts) return say("snow_tails.turn.straight", values);
  const side = sideInWords(play, drifts[0] === "L" ? "left" : "right");
  if (drifts === steps) return say("snow_tails.turn.all_drifted", { ...values, side });
  return say("snow_tails.turn.drifted", { ...values, drift: drifts.length, side });
}

/** What somebody does with their cards. */
function laying(turn: Turn, play: Play): string | null {
  const [event] = all(turn, "played");
  const cards = event && readPlay(event.values.card);
  if (!event || !cards) return null;
  const { value, slots } = cards;
  if (slots.join("") !== "B") {
    const key = SLOTS.filter((slot) => slots.includes(slot)).join("") as
      "L" | "R" | "LB" | "LR" | "BR" | "LBR";
    return play.say(`snow_tails.laid.${key}`, { n: value });
  }
  return play.say(`snow_tails.laid.${braking(seen(play, turn.first).brakes.get(event.seat ?? ""), value)}`, {
    n: value,
  });
}

/** What a card does to the brake. Where play began from a position, nobody has told how the brake stood. */
function braking(before: number | undefined, value: number): "sets" | "eases" | "pulls" | "keeps" {
  if (before === undefined) return "sets";
  return value < before ? "eases" : value > before ? "pulls" : "keeps";
}

/** The words that begin with the value of the cards, behind who laid them. */
function theValue(turn: Turn, play: Play, value: number): string {
  const laid = laying(turn, play) ?? "";
  return laid.slice(Math.max(0, laid.indexOf(`${value}`)));
}

function dents(turn: Turn, play: Play): string {
  const lines = all(turn, "sped").reduce((sum, event) => sum + event.values.over, 0);
  const n = lines + all(turn, "broke_sapling").length + all(turn, "hit_side").length;
  if (all(turn, "wrecked").length) return play.say("snow_tails.turn.fifth");
  if (all(turn, "spared").length) return play.say("snow_tails.turn.spared");
  return n ? play.say("snow_tails.kind.dent", { n }) : play.say("snow_tails.turn.clean");
}

/** All that the sentence before leaves open: why there are dents, what was hit, the bonus, the line. */
function besides(turn: Turn, play: Play): string[] {
  const { say } = play;
  const told: string[] = [];
  for (const { values } of all(turn, "took_bonus"))
    told.push(say("snow_tails.turn.bonus", { n: values.number }));
  for (const { values } of all(turn, "sped"))
    told.push(say("snow_tails.turn.sped", { speed: values.speed, limit: values.limit }));
  const saplings = all(turn, "broke_sapling").length;
  if (saplings) told.push(say("snow_tails.turn.saplings", { n: saplings }));
  for (const { values } of all(turn, "hit_side")) told.push(say(`snow_tails.turn.${values.what}`));
  for (const { values } of all(turn, "hit_sled"))
    told.push(say("snow_tails.turn.sled", { name: nameOf(play, values.other) }));
  const discarded = all(turn, "discarded").map(({ values }) => `${values.card}`);
  if (discarded.length) told.push(say("snow_tails.turn.discarded", { cards: listed(discarded) }));
  if (all(turn, "no_canine").length) told.push(say("snow_tails.turn.no_card"));
  if (all(turn, "wrecked").length) told.push(say("snow_tails.turn.wrecked"));
  if (all(turn, "crossed").length) told.push(say("snow_tails.turn.crossed"));
  return told;
}

/** What concerns everybody, or has a line of its own. */
function ofAll(event: GameEvent, play: Play): string | null {
  const { say } = play;
  switch (event.kind) {
    case "race_began":
      return say("snow_tails.turn.race", {
        course: nameOfCourse(courseOf(play.fixed, event.values.race)),
        names: inARow(play, event.values.order),
      });
    case "round_began":
      return say(event.values.order.length > 1 ? "snow_tails.turn.round" : "snow_tails.turn.round_alone", {
        n: event.values.round,
        names: inARow(play, event.values.order),
      });
    case "placed":
      return say("snow_tails.turn.placed", {
        name: nameOf(play, event.seat),
        place: event.values.place,
        n: event.values.points,
      });
    case "stopped":
      return say("snow_tails.turn.stopped", { n: event.values.round });
    case "ended":
      return say("snow_tails.turn.ended", { name: nameOf(play, event.seat) });
    case "nobody_won":
      return say("snow_tails.turn.nobody");
    default:
      return null;
  }
}

const nameOf = (play: Play, seat: string | null): string => play.names[seat ?? ""] ?? seat ?? "";
const inARow = (play: Play, seats: readonly string[]): string =>
  listed(seats.map((seat) => nameOf(play, seat)));
