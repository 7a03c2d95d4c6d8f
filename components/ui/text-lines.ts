import { withFewMarks } from '@labroom/markdown/few-marks';

// More lines, or more characters in one, would slow down the page.
const MAX_LINES = 5_000;
export const MAX_LINE_CHARACTERS = 10_000;
const CHUNK_LINES = 250;
const CHUNK_CHARACTERS = 30_000;

export interface ShownLines {
  /** Lines that are drawn together. */
  chunks: LineChunk[];
  count: number;
  /** Whether there are more lines. */
  isLong: boolean;
}

export interface LineChunk {
  /** Lines before it. */
  start: number;
  lines: string[];
}

/** The lines of a text that are shown. A line break at the end does not begin another line. */
export function linesOfText(text: string): ShownLines {
  const lines = withFewMarks(text).split('\n', MAX_LINES + 1);
  const isLong = lines.length > MAX_LINES;
  if (isLong || lines.at(-1) === '') lines.pop();
  const chunks: LineChunk[] = [];
  let characters = 0;
  for (const [start, line] of lines.entries()) {
    const last = chunks.at(-1);
    const shown = Math.min(line.length, MAX_LINE_CHARACTERS);
    if (!last || last.lines.length === CHUNK_LINES || characters + shown > CHUNK_CHARACTERS) {
      chunks.push({ start, lines: [line] });
      characters = shown;
    } else {
      last.lines.push(line);
      characters += shown;
    }
  }
  return { chunks, count: lines.length, isLong };
}
