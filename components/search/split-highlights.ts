interface Passage {
  text: string;
  highlights: readonly { start: number; end: number }[];
}

export interface Part {
  /** Where it begins. */
  at: number;
  text: string;
  isHit: boolean;
}

/** The parts of a passage in order, each marked or not; together they are its text, whatever the highlights say. */
export function splitHighlights({ text, highlights }: Passage): Part[] {
  const parts: Part[] = [];
  let at = 0;
  const take = (until: number, isHit: boolean) => {
    if (until <= at) return;
    parts.push({ at, text: text.slice(at, until), isHit });
    at = Math.min(until, text.length);
  };
  for (const { start, end } of highlights) {
    take(Math.min(start, text.length), false);
    take(Math.min(end, text.length), true);
  }
  take(text.length, false);
  return parts;
}
