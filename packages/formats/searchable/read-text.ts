import { startOfContent } from '../gzip/read-gzip.ts';
import { parseNotebook } from '../notebook/parse-notebook.ts';
import { type DocxText, readDocx } from '../office/read-docx.ts';
import { readOdf } from '../office/read-odf.ts';
import { readPptx } from '../office/read-pptx.ts';
import { readXls } from '../office/read-xls.ts';
import { readXlsx } from '../office/read-xlsx.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { parseDelimited } from '../table/parse-delimited.ts';
import { decodedText, requireText } from '../text/decoded-text.ts';
import { type Encoding, isEncoding } from '../text/encodings.ts';
import { shownText } from '../text/shown-text.ts';

/** A format whose text can be read. */
export type TextFormat = 'docx' | 'notebook' | 'odf' | 'pdf' | 'plain' | 'pptx' | 'table' | 'xls' | 'xlsx';

export interface TextOptions {
  format: TextFormat;
  /** Of a text or a table, as its lab saved it. Default, and for what is none: judged by the bytes. */
  encoding?: string | undefined;
}

/** UTF-16 code units. Search shows passages of the first 100,000 only. */
export const MAX_TEXT = 100_000;
/** Bytes of a text file that are read. */
const MAX_BYTES = 4 * MAX_TEXT;
/** Bytes of a table in which its header is looked for. */
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_SHEETS = 20;

/** The text of a file for search: the names of the columns of a table, the sentences of anything else. */
export async function readText(body: Blob, { format, encoding }: TextOptions): Promise<string> {
  return tidied(await readers[format](body, encoding && isEncoding(encoding) ? encoding : undefined));
}

const readers: Readonly<Record<TextFormat, (body: Blob, encoding?: Encoding) => Promise<string>>> = {
  docx: async (body) => linesOf(await readDocx(body)),
  notebook: async (body) => {
    const notebook = parseNotebook(await decodedText(body));
    if (!notebook) throw new UnreadableFileError('This is not a notebook.');
    return notebook.cells.map(({ source }) => source).join('\n\n');
  },
  odf: async (body) => linesOf(await readOdf(body)),
  pdf: async (body) => (await import('../pdf/read-pdf.ts')).readPdf(body, MAX_TEXT),
  plain: async (body, encoding) => shownText(await startOfText(body, MAX_BYTES, encoding)),
  pptx: (body) => readPptx(body, MAX_TEXT),
  table: async (body, encoding) => {
    const text = await startOfText(body, MAX_HEADER_BYTES, encoding);
    const { header, dialect } = parseDelimited(text, {
      maxRows: 100,
    });
    return dialect.hasHeader ? header.join(', ') : '';
  },
  xls: (body) => readWorkbook(body, readXls),
  xlsx: (body) => readWorkbook(body, readXlsx),
};

const linesOf = ({ blocks }: DocxText) => blocks.map(({ text }) => text).join('\n');

/** The beginning of a text, which may be in a gzip file. */
async function startOfText(body: Blob, bytes: number, encoding?: Encoding): Promise<string> {
  const { content, isCut } = await startOfContent(body, bytes);
  return requireText(content, { isCut, encoding });
}

/** Names and text cells of the sheets that are shown. Numbers are left out. */
async function readWorkbook(body: Blob, read: typeof readXlsx): Promise<string> {
  const lines: string[] = [];
  for (let sheet = 0, count = 1; sheet < Math.min(count, MAX_SHEETS); sheet++) {
    const { sheets, rows } = await read(body, { sheet });
    count = sheets.length;
    if (sheets[sheet]?.isHidden) continue;
    const cells = rows.map((row) => row.cells.filter(({ isNumber }) => !isNumber).map(({ text }) => text));
    lines.push(sheets[sheet]?.name ?? '', ...cells.map((texts) => texts.join('\t')));
  }
  return lines.join('\n');
}

/** The beginning of a text without control characters, empty lines and repeated spaces. */
function tidied(text: string): string {
  return text
    .slice(0, 4 * MAX_TEXT)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/(?:(?!\n)[\s\p{Cc}])+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, MAX_TEXT)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();
}
