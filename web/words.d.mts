export function makeWords(): void;
export function faults(
  first: Record<string, string>,
  other: Record<string, string>,
  language: string,
): string[];
