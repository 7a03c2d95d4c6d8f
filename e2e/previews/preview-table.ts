import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { contentTypeOf } from '@labroom/client/upload/content-type';
import { previewOf } from '@labroom/formats/formats';
import { formatBytes } from '#components/ui/byte-size.tsx';
import type { PreviewCase } from './preview-case.ts';

/** The page whose table has a row for each case. */
export const previewsPage = path.resolve(import.meta.dirname, '../../docs/previews.md');

export const tableHead = '| format | library | limit | loaded | not shown |\n|---|---|---|---|---|\n';

/** The row of a case. `loaded`: for example `6 kB`. */
export function tableRow({ name, format, notes }: PreviewCase, loaded: string): string {
  const { maxBytes = previewOf(name, contentTypeOf({ name, type: '' })).maxBytes } = notes;
  return `| ${[format, notes.library, formatBytes(maxBytes), loaded, notes.notShown].join(' | ')} |`;
}

/** Writes the table of `docs/previews.md`, and leaves the text around it. `loaded`: kB by name of the case. */
export async function writePreviewTable(
  cases: readonly PreviewCase[],
  loaded: ReadonlyMap<string, number>,
): Promise<void> {
  const page = await readFile(previewsPage, 'utf8');
  const rows = cases.map((one) => `${tableRow(one, `${(loaded.get(one.name) ?? 0).toFixed(0)} kB`)}\n`);
  const [before = '', after = ''] = page.split(tableHead);
  const rest = after.replace(/^(\|.*\n)*/, '');
  await writeFile(previewsPage, [before, tableHead, ...rows, rest].join(''));
}
