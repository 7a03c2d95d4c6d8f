interface Passage {
  text: string;
  highlights: readonly { start: number; end: number }[];
}

export interface Part {
  /** Offset in the text. */
  at: number;
  text: string;
  isHit: boolean;
}

/**
 * Splits a passage into highlighted and plain parts. Joined, the parts are the text, even if highlights are invalid.
 */
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
