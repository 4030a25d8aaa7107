/** The table in words, for those who do not see it. */
import type { Play } from "./types";
import { cardInWords, listed, seatName, terrainName } from "./names";
import { filled, fixedOf, seatOf, viewOf } from "./read";
import { landsOf } from "./track";

export function described(play: Play): string {
  const view = viewOf(play);
  const fixed = fixedOf(play);
  const { say } = play;
  const parts: string[] = [];
  for (const land of landsOf(fixed, view)) {
    if (land.id === null || !land.fields.length) continue; // face-down, or the start
    const fields = land.fields.map(({ terrain, equipment }) =>
      equipment ? say("hike_dogsled.track.needs", { terrain: terrainName(terrain) }) : terrainName(terrain),
    );
    parts.push(say("hike_dogsled.track.land", { name: land.name, fields: fields.join(", ") }));
  }
  const down = view.track.filter((id) => id === null).length;
  if (down) parts.push(say("hike_dogsled.track.face_down", { n: down }));
  if (view.phase === "preparations" && view.centre.huskies.length)
    parts.push(
      say("hike_dogsled.centre.told", {
        cards: listed(view.centre.huskies.map((id) => cardInWords(fixed, id))),
      }),
    );
  for (const { seat } of view.seats) {
    const shown = seatOf(play, seat)!;
    const values = { name: seatName(play, seat), n: filled(shown), all: fixed.slots.length };
    parts.push(say("hike_dogsled.seat.told", values));
    if (shown.position !== null && view.phase !== "preparations")
      parts.push(say("hike_dogsled.track.pawn", { name: seatName(play, seat), n: shown.position }) + ".");
  }
  return parts.join(" ");
}
