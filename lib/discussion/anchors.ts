import { formatOf } from '@labroom/formats/formats';
import type { Anchor } from '@labroom/protocol/comment';

/** What parts a file has that a discussion can be about; `null` without any. */
export function anchorKindOf(name: string, contentType: string): Anchor['kind'] | null {
  return formatOf(name, contentType)?.parts ?? null;
}

const nouns = { LINES: ['line', 'lines'], CELLS: ['row', 'rows'], PAGES: ['page', 'pages'] } as const;

/** Singular and plural of what an anchor counts. */
export const anchorNouns = (kind: Anchor['kind']) => nouns[kind];

/** "Lines 4–7", "Row 2, columns 1–3". */
export function anchorText({ kind, start, end, startColumn, endColumn }: Anchor): string {
  const [one, many] = nouns[kind];
  const rows = range(one, many, start, end);
  const columns = startColumn && endColumn ? `, ${range('column', 'columns', startColumn, endColumn)}` : '';
  return `${rows.charAt(0).toUpperCase()}${rows.slice(1)}${columns}`;
}

const range = (one: string, many: string, start: number, end: number) =>
  start === end ? `${one} ${start}` : `${many} ${start}–${end}`;
