import 'server-only';
import { JsonBounds } from '@labroom/protocol/json-bounds';

type ReadBody = { bytes: Buffer } | { status: 400 | 413; refused: string };

/**
 * Reads a JSON body within a limit, also where Content-Length is missing or wrong, and within the bounds of nesting and values. Stops at
 * the first byte that breaks one.
 */
export async function readBody(request: Request, limit: number): Promise<ReadBody> {
  const tooLarge = { status: 413, refused: `The body is larger than ${limit / 1024} KiB.` } as const;
  if (Number(request.headers.get('content-length')) > limit) return tooLarge;
  const bounds = new JsonBounds();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > limit) return tooLarge;
    const refused = bounds.read(chunk);
    if (refused) return { status: 400, refused };
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks, length) };
}
