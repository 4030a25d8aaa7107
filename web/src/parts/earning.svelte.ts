/** When a match of ours is over, it is recorded, once; and what it has earned is found out. */
import { gameAchievements } from "../games";
import { api } from "../net/api";
import { tokens } from "../net/tokens";
import { noteAchieved, record, recorded } from "../table/matches";
import type { LivePlay } from "../table/play.svelte";

export class Earning {
  /** The titles of what it has earned. */
  titles = $state.raw<readonly string[]>([]);
  /** What has been begun, so that it is done once. */
  #asked = false;
  #looked = false;
  #isRecorded = $state(false);

  /** To be made while a component is: it looks on for as long as that is there. */
  constructor(private readonly play: LivePlay) {
    $effect(() => {
      const { store } = play;
      if (this.#asked || store.info?.status !== "over" || !store.chairs.length) return;
      this.#asked = true;
      void this.#record();
    });
    // The game's own stories are in the last position, which may come to the screen later.
    $effect(() => {
      const { seats } = play.store;
      if (this.#looked || !this.#isRecorded || !play.over || seats.length !== 1) return;
      this.#looked = true;
      void this.#look(seats[0]!);
    });
  }

  async #record(): Promise<void> {
    try {
      const found = record(await api.mine(tokens.tokensOf(this.play.store.id)));
      if (found.length) this.#tell(await newlyEarned(found.map(({ table }) => table)));
      this.#isRecorded = true;
    } catch {
      // the home page will find it
    }
  }

  async #look(seat: string): Promise<void> {
    const { game, base, fixed, store } = this.play;
    try {
      const [all, { earnedIn }] = await Promise.all([
        gameAchievements(game),
        import("../statistics/achievements"),
      ]);
      const done = all.filter((each) => each.done(base.view, seat, fixed));
      const isNew = noteAchieved(
        store.id,
        done.map(({ id }) => id),
      );
      if (!isNew) return;
      const told = earnedIn(game, done, recorded());
      this.#tell(done.filter((_, n) => told[n]?.match?.table === store.id).map(({ title }) => title()));
    } catch {
      // a part of the page could not be fetched: whoever comes back to the table finds it
    }
  }

  #tell(titles: readonly string[]): void {
    this.titles = [...this.titles, ...titles];
  }
}

async function newlyEarned(tables: readonly string[]): Promise<string[]> {
  const [{ earned }, { titleOf }] = await Promise.all([
    import("../statistics/achievements"),
    import("../statistics/stories"),
  ]);
  return earned(recorded()).flatMap(({ id, match }) =>
    match && tables.includes(match.table) ? [titleOf(id)] : [],
  );
}
