export interface WinShares {
  before: number[];
  after: number[];
}
export interface Judgement {
  step: number;
  seat: number;
  played: string;
  best: string;
  loss: number;
  grade: null | "slip" | "mistake" | "blunder";
  knew: WinShares;
  open: WinShares;
  alternatives: { action: string; win: number }[];
  reason: string | null;
}
export interface MatchAnalysis {
  bot: string;
  seats: string[];
  decisions: Judgement[];
  moments: number[];
}
export interface AnalysisState {
  state: "none" | "waiting" | "running" | "done" | "failed";
  done: number;
  of: number;
  analysis: MatchAnalysis | null;
}
export interface Retry {
  step: number;
  name: string;
  level: string;
}
