import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import type { Encoding } from './encodings.ts';
import { readPlainText } from './read-plain-text.ts';

/** The text of a file in a format of its own, whose reader checks it. Bytes that are no text become replacement characters. */
export async function decodedText(body: Blob): Promise<string> {
  return (await readPlainText(body))?.text ?? body.text();
}

/** The text of a file. Rejects with `UnreadableFileError` if it is none. */
export async function requireText(
  body: Blob,
  options?: { isCut?: boolean; encoding?: Encoding | undefined },
): Promise<string> {
  const read = await readPlainText(body, options);
  if (!read) throw new UnreadableFileError('This is not a text.');
  return read.text;
}

/** Bytes that decide whether a long text is converted. */
const JUDGED_BYTES = 4_000_000;

/**
 * A text for readers of its bytes: in UTF-8, and without a byte order mark if it had another encoding.
 * @param chosen its encoding; default: judged by the bytes
 */
export async function bodyInUtf8(body: Blob, chosen?: Encoding): Promise<Blob> {
  if (chosen === 'utf-8') return body;
  if (chosen) return new Blob([new TextDecoder(chosen).decode(await body.arrayBuffer())]);
  const start = await readPlainText(body, { maxBytes: JUDGED_BYTES });
  if (!start || start.encoding === 'utf-8') return body;
  const { encoding } = start;
  return start.isCut
    ? new Blob([new TextDecoder(encoding).decode(await body.arrayBuffer())])
    : new Blob([start.text]);
}
