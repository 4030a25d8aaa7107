/** What is beside a match and is opened over it. */
export type SheetName = "log" | "chat" | "rules" | "signs" | "menu" | "help";
