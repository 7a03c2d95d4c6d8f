import { readFile } from 'node:fs/promises';
import { contentTypeOf } from '@labroom/client/upload/content-type.ts';
import { type FormatId, previewOf } from '@labroom/formats/formats.ts';
import { indentJson } from '@labroom/formats/json/indent-json.ts';
import { parseNotebook } from '@labroom/formats/notebook/parse-notebook.ts';
import { UnreadableFileError } from '@labroom/formats/source/unreadable-file-error.ts';
import { readPlainText } from '@labroom/formats/text/read-plain-text.ts';
import { readers } from '@labroom/formats/worker/readers.ts';
import type { RealFile } from './files.ts';

/** What a page says of a file. */
export interface Opened {
  file: RealFile;
  format: FormatId | null;
  /** `crashed`: an error that is none of the file. */
  how: 'shown' | 'refused' | 'crashed';
  /** The sentence of a refusal, or the error. */
  said: string;
  milliseconds: number;
}

const TEXTS: ReadonlySet<string | null> = new Set(['code', 'json', 'markdown', 'notebook', 'text']);
/** What the browser itself shows. */
const BROWSER: ReadonlySet<string | null> = new Set(['audio', 'image', 'pdf', 'video']);

/** Opens a file with what its preview reads it with. */
export async function opened(file: RealFile): Promise<Opened> {
  const bytes = new Uint8Array(await readFile(file.path));
  const type = contentTypeOf(new File([], file.name));
  const { format, opensWith } = previewOf(file.name, type);
  const start = performance.now();
  const as = (how: Opened['how'], said = ''): Opened => ({
    file,
    format,
    how,
    said,
    milliseconds: performance.now() - start,
  });
  if (format === null) return as('refused', `open it with ${opensWith}`);
  try {
    return (await read(new Blob([bytes]), format)) ? as('shown') : as('refused', `open it with ${opensWith}`);
  } catch (error) {
    return error instanceof UnreadableFileError ? as('refused', error.message) : as('crashed', String(error));
  }
}

/** Whether a file can be shown. Rejects with the sentence that says why not. */
async function read(body: Blob, format: FormatId): Promise<boolean> {
  if (TEXTS.has(format)) {
    const text = await readPlainText(body.slice(0, 2_000_000));
    if (text && format === 'json') indentJson({ ...text, isCut: false });
    if (text && format === 'notebook') parseNotebook(text.text);
    return text !== null;
  }
  if (BROWSER.has(format)) return true;
  switch (format) {
    case 'table':
      await (await readers.table())(body, { choice: {}, isCut: false });
      return true;
    case 'xlsx':
      await (await readers.xlsx())(body, { sheet: 0 });
      return true;
    case 'gzip':
    case 'zip':
    case 'docx':
    case 'odf':
    case 'pptx':
      await (await readers[format]())(body);
      return true;
    default:
      // Other formats are measured elsewhere.
      return true;
  }
}
