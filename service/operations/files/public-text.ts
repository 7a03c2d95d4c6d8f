import { z } from 'zod';
import type { RequestContext } from '#core/context/context.ts';
import { fileNotFound } from '#core/files/file-errors.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { parseInput } from '#platform/input/input.ts';
import { findPublicVersion } from './public-download.ts';

/** Bytes of text in one answer, and the last byte at which one begins: the storage is read from the start. */
const TEXT_BYTES = 65_536;
const LAST_OFFSET = 1_048_576;

const TEXT_TYPE =
  /^(text\/|application\/(json|xml|yaml|x-yaml|toml|x-ndjson|sql|javascript)\b|[^;]*\+(json|xml)\b)/i;

/** Whether a media type is of a text that can be read in parts. */
export const isTextType = (contentType: string): boolean => TEXT_TYPE.test(contentType);

/**
 * A part of the text of a public version.
 * @throws ServiceError as `publicDownload`; `VALIDATION_FAILED` for a file that is no text in UTF-8
 */
export async function readPublicText(
  context: Pick<RequestContext, 'db' | 'storage'>,
  args: { offset?: number | undefined },
) {
  const { offset } = parseInput(z.object({ offset: z.int().min(0).max(LAST_OFFSET).default(0) }), {
    offset: args.offset,
  });
  const { file, version } = await findPublicVersion(context, args);
  if (!isTextType(version.contentType))
    throw notText(`The file is ${version.contentType}. Download its bytes by downloadUrl.`);
  const stream = await context.storage.read(version.objectKey);
  if (!stream) throw fileNotFound();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= offset + TEXT_BYTES) break;
  }
  const bytes = wholeCharacters(Buffer.concat(chunks).subarray(offset, offset + TEXT_BYTES));
  const end = offset + bytes.length;
  return {
    path: file.path,
    version: version.version,
    contentType: version.contentType,
    contentLength: version.contentLength,
    offset,
    text: decode(bytes),
    nextOffset: end < version.contentLength && end <= LAST_OFFSET ? end : null,
  };
}

/** Without the first bytes of a character that the part cuts. */
function wholeCharacters(bytes: Buffer): Buffer {
  if (bytes.length < TEXT_BYTES) return bytes;
  const start = bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80);
  return start >= bytes.length - 4 && (bytes[start] ?? 0) >= 0xc0 ? bytes.subarray(0, start) : bytes;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notText('The file is not in UTF-8. Download its bytes by downloadUrl.');
  }
}

function notText(message: string): ServiceError {
  return new ServiceError('VALIDATION_FAILED', message, { details: { argument: 'path' } });
}
