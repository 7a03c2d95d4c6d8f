import type { RequestContext } from '#core/context/context.ts';
import { fileNotFound } from '#core/files/file-errors.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { findPublicVersion } from './public-download.ts';

/** Bytes of the largest file that is read as a whole. */
const MAX_WHOLE_BYTES = 1_048_576;

/**
 * All bytes of a public version of at most 1 MiB.
 * @throws ServiceError as `publicDownload`; `VALIDATION_FAILED` for a larger one
 */
export async function readPublicBytes(context: Pick<RequestContext, 'db' | 'storage'>, args: object) {
  const { file, version } = await findPublicVersion(context, args);
  if (version.contentLength > MAX_WHOLE_BYTES)
    throw new ServiceError(
      'VALIDATION_FAILED',
      `The file has ${version.contentLength} bytes. As a resource it can have ${MAX_WHOLE_BYTES}. Use its downloadUrl, or read_file for parts of a text.`,
      { details: { argument: 'path' } },
    );
  const stream = await context.storage.read(version.objectKey);
  if (!stream) throw fileNotFound();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { path: file.path, contentType: version.contentType, bytes: Buffer.concat(chunks) };
}
