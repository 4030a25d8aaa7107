/** Cards for the pictures of the rules page. */
import type { HuskyView, TableView } from "./view";

const husky = (name: string, points: string, edges: string): HuskyView => {
  const [left = null, right = null, top = null, bottom = null] = edges;
  return { name, points, left, right, top, bottom };
};

export const SAMPLE = {
  edges: { b: "blue", r: "rose" },
  huskies: {
    H41: husky("Nordika", "SIP", "brbr"),
    H09: husky("Skobec", "I", "rbbb"),
    H17: husky("Kamika", "SP", "bbrr"),
    H20: husky("Wafflo", "SS", "brbr"),
    Y1: husky("Kepica", "", ""),
    H47: husky("Zorica", "SSP", "rrbr"),
    H04: husky("Sren", "I", "rrbb"),
  },
} as unknown as TableView;
