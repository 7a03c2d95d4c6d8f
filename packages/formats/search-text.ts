import { readText } from './searchable/read-text.ts';
import { textFormatOf } from './text-format.ts';

/**
 * The text of a file for search, read in this process; `null` if it has none or cannot be read. Programs read their own files with it:
 * a hostile file may take long. Name and MIME type decide the format, and the bytes the encoding, unless it was saved.
 */
export async function searchTextOf(
  file: Blob,
  name: string,
  contentType: string,
  encoding?: string,
): Promise<string | null> {
  const format = textFormatOf(name, contentType, file.size);
  if (!format) return null;
  // A file without readable text is uploaded like any other.
  return readText(file, { format, encoding }).catch(() => null);
}
