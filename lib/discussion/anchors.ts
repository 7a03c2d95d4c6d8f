import type { Anchor } from '#packages/protocol/comment.ts';
import { type PreviewFormat, previewOf } from '../download/preview-format.ts';

const kinds: Partial<Record<PreviewFormat, Anchor['kind']>> = {
  json: 'LINES',
  markdown: 'LINES',
  text: 'LINES',
  genbank: 'LINES',
  sequences: 'LINES',
  table: 'CELLS',
  pdf: 'PAGES',
};

/** What parts a file has that a discussion can be about; `null` without any. */
export function anchorKindOf(name: string, contentType: string): Anchor['kind'] | null {
  const { format } = previewOf(name, contentType);
  return (format && kinds[format]) ?? null;
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
