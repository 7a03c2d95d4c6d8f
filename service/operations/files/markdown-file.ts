import { buffer } from 'node:stream/consumers';
import type { RequestContext } from '#core/context/context.ts';
import type { DrawnText } from '#core/ports/drawn-texts.ts';
import type { VersionRow } from '#platform/db/tables/files.ts';

/** Bytes of a file that is read to be drawn. */
const longest = 64 * 1024;

/**
 * The text of a public Markdown file with its tree, `null` for every other version and for bytes that are no text. The tree is
 * kept by the hash of the bytes, and the bytes are read only where the text has none.
 */
export async function readMarkdown(
  { storage, drawnTexts }: Pick<RequestContext, 'storage' | 'drawnTexts'>,
  { encryption, contentType, contentLength, sha256, objectKey }: VersionRow,
  did: string,
): Promise<{ text: string; drawn: DrawnText } | null> {
  const isMarkdown = /^text\/markdown\s{0,9}(;|$)/i.test(contentType);
  if (encryption || !isMarkdown || contentLength > longest) return null;
  const known = drawnTexts.fileOf(sha256);
  if (known?.tree) return { text: '', drawn: known };
  const stream = await storage.read(objectKey);
  if (!stream) return null;
  try {
    const bytes = await buffer(stream);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, drawn: known ?? (await drawnTexts.readFile(sha256, text, did)) };
  } catch {
    // No text, or its bytes went while they were read.
    return null;
  }
}
