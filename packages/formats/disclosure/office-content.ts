import { readOdf } from '../office/read-odf.ts';
import { readXlsx } from '../office/read-xlsx.ts';
import { readText, type TextFormat } from '../searchable/read-text.ts';
import type { Disclosure } from './disclosure.ts';
import { labelledPersons } from './labelled.ts';
import { personalColumns } from './personal-tables.ts';
import { secretsOf } from './secrets.ts';

/** Sheets whose columns are looked at. */
const MAX_SHEETS = 10;
/** The part that only documents of a format have. */
const MAIN: readonly [part: string, format: TextFormat][] = [
  ['word/document.xml', 'docx'],
  ['xl/workbook.xml', 'xlsx'],
  ['ppt/presentation.xml', 'pptx'],
  ['content.xml', 'odf'],
];

/** Keys and persons in what an office document shows: secrets in its text, and columns about persons in its tables. */
export async function contentDisclosures(file: Blob, names: ReadonlySet<string>): Promise<Disclosure[]> {
  const [, format] = MAIN.find(([part]) => names.has(part)) ?? [];
  if (!format) return [];
  const text = await readText(file, { format }).catch(() => '');
  return [
    ...secretsOf(text),
    ...labelledPersons(text),
    ...(await tableDisclosures(file, format).catch(() => [])),
  ];
}

async function tableDisclosures(file: Blob, format: TextFormat): Promise<Disclosure[]> {
  if (format === 'odf') {
    const { blocks } = await readOdf(file);
    return personalColumns(blocks.map(({ text }) => text.split('\t')));
  }
  for (let sheet = 0, count = 1; format === 'xlsx' && sheet < Math.min(count, MAX_SHEETS); sheet++) {
    const { sheets, rows } = await readXlsx(file, { sheet });
    count = sheets.length;
    const cells = rows.map((row) => {
      const line: string[] = [];
      for (const { column, text } of row.cells) line[column] = text;
      return Array.from(line, (text) => text ?? '');
    });
    const found = personalColumns(cells);
    if (found.length > 0) return found;
  }
  return [];
}
