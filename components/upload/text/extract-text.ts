import { contentTypeOf } from '#packages/client/upload/content-type.ts';
import { readInWorker } from '#packages/formats/read-in-worker.ts';
import { textFormatOf } from '#packages/formats/text-format.ts';

/** The searchable text of a file, read in a worker; `null` if it has none or cannot be read in time. */
export async function extractText(file: File, signal: AbortSignal): Promise<string | null> {
  const format = textFormatOf(file.name, contentTypeOf(file), file.size);
  if (!format) return null;
  // A file without readable text is uploaded like any other.
  return readInWorker('searchable', file, { signal, options: { format } }).catch(() => null);
}
