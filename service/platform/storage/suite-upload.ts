import type { PresignedPut } from './object-storage.ts';

/** Uploads like a client that knows only the result of `presignPut`. */
export function upload(
  presigned: PresignedPut,
  body: Uint8Array<ArrayBuffer> | string,
  headers = presigned.headers,
) {
  return fetch(presigned.url, {
    method: presigned.method,
    headers: headers.map(({ key, value }) => [key, value] as [string, string]),
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  });
}
