/** Many actions, to be chosen from in steps: by how their notations begin. */

/** So many answers are offered at once. */
export const MOST = 36;

export interface Group {
  label: string;
  /** What may still be meant; a single one is the action itself. */
  actions: string[];
}

/** A notation in its words and numbers, each with what stands before it: `N07@-1,0` is N, 07, @-1 and ,0. */
const parts = (action: string): string[] => action.match(/[^\p{L}\d]*(?:\p{L}+|\d+|$)/gu) ?? [action];

/** Every action by itself, if they are few; else groups of them, so that there is least to look through on the way. */
export function grouped(actions: readonly string[], most = MOST): Group[] {
  if (actions.length <= most) return actions.map((action) => ({ label: action, actions: [action] }));
  const longest = Math.max(...actions.map((action) => parts(action).length));
  const ways = Array.from({ length: longest }, (_, n) => byBeginning(actions, n + 1));
  const [best] = ways.filter((groups) => groups.length > 1).sort((one, other) => toSee(one) - toSee(other));
  return best && best.length <= most ? best : inRuns(actions, most);
}

/** How many answers may have to be looked through: the groups, then the largest of them. */
const toSee = (groups: readonly Group[]): number =>
  groups.length + Math.max(...groups.map(({ actions }) => actions.length));

function byBeginning(actions: readonly string[], length: number): Group[] {
  const found = new Map<string, string[]>();
  for (const action of actions) {
    const beginning = parts(action).slice(0, length).join("");
    found.set(beginning, [...(found.get(beginning) ?? []), action]);
  }
  return [...found].map(([beginning, same]) => ({
    label: same.length === 1 ? same[0]! : `${beginning.trim()} …`,
    actions: same,
  }));
}

/** Their beginnings do not tell them apart, or all do: from one to another, as the server has them. */
function inRuns(actions: readonly string[], most: number): Group[] {
  const size = Math.max(most, Math.ceil(actions.length / most));
  const runs = Array.from({ length: Math.ceil(actions.length / size) }, (_, n) =>
    actions.slice(n * size, (n + 1) * size),
  );
  return runs.map((run) => ({
    label: run.length === 1 ? run[0]! : `${run[0]} – ${run.at(-1)}`,
    actions: run,
  }));
}
