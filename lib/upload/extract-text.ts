import { contentTypeOf } from '@labroom/client/upload/content-type';
import { readInWorker } from '@labroom/formats/read-in-worker';
import { textFormatOf } from '@labroom/formats/text-format';

/**
 * The searchable text of a file, read in a worker; `null` if it has none or cannot be read in time.
 * @param encoding as its lab saved it
 */
export async function extractText(
  file: File,
  signal: AbortSignal,
  encoding?: string | null,
): Promise<string | null> {
  const format = textFormatOf(file.name, contentTypeOf(file), file.size);
  if (!format) return null;
  // A file without readable text is uploaded like any other.
  return readInWorker('searchable', file, {
    signal,
    options: { format, encoding: encoding ?? undefined },
  }).catch(() => null);
}
