import { aborted, CryptoError } from './primitives/crypto-error.ts';

export interface PutRequest {
  url: string;
  /** The signed headers, unchanged. */
  headers: ReadonlyArray<{ key: string; value: string }>;
  body: Blob;
}

/** A PUT of bytes in memory: the browser copies a `Blob` into another process and back. */
export interface SendRequest extends Omit<PutRequest, 'body'> {
  body: Uint8Array<ArrayBuffer>;
}

// A URL can be used once. 412 means that an earlier attempt succeeded but its response was lost. The stored bytes are
// compared by hash when the upload is finished.
const ALREADY_THERE = 412;

type Report = (bytes: number) => void;

/**
 * PUTs a body and reports the sent bytes. Uses XMLHttpRequest, because `fetch` has no upload progress. Errors:
 * `ABORTED`, `NETWORK`, `HTTP`.
 */
export function put(request: PutRequest | SendRequest, report: Report, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted());
    const xhr = new XMLHttpRequest();
    xhr.open('PUT', request.url);
    for (const { key, value } of request.headers) xhr.setRequestHeader(key, value);
    xhr.upload.onprogress = (event) => report(event.loaded);
    xhr.onabort = () => reject(aborted());
    xhr.onerror = () => reject(new CryptoError('NETWORK', 'The connection to the storage was lost.'));
    xhr.onload = () => {
      if ((xhr.status >= 200 && xhr.status < 300) || xhr.status === ALREADY_THERE) return resolve();
      reject(
        new CryptoError('HTTP', `The storage answered ${xhr.status} ${xhr.statusText}`.trim(), {
          status: xhr.status,
        }),
      );
    };
    signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(request.body);
  });
}

/** Downloads a complete body and reports the received bytes. Errors: `ABORTED`, `NETWORK`, `HTTP`. */
export async function get(url: string, report: Report, signal: AbortSignal): Promise<ArrayBuffer> {
  try {
    const response = await fetch(url, { signal, credentials: 'omit' });
    if (!response.ok) {
      throw new CryptoError('HTTP', `The storage answered ${response.status}`, { status: response.status });
    }
    return await collect(response, report);
  } catch (cause) {
    if (cause instanceof CryptoError) throw cause;
    if (signal.aborted) throw aborted();
    throw new CryptoError('NETWORK', 'The connection to the storage was lost.', { cause });
  }
}

async function collect(response: Response, report: Report): Promise<ArrayBuffer> {
  if (!response.body) return response.arrayBuffer();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    received += read.value.byteLength;
    report(received);
  }
  const bytes = new Uint8Array(received);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes.buffer;
}
