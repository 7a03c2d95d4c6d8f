import { aborted, CryptoError } from '../primitives/crypto-error.ts';

const PAUSES_MS = [500, 2_000, 5_000];

export interface ResumedRequest {
  url: string;
  /** Asks for another URL of the same bytes, when the storage takes the first one no longer. */
  renewUrl(): Promise<string>;
  /** Where the bytes begin that are wanted, if it is not all of them. */
  start?: number;
  /** Number of bytes that are wanted. */
  length: number;
  /** Resolves after `milliseconds`. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  signal: AbortSignal;
}

/**
 * The bytes behind a URL, as they arrive. After a broken connection it goes on where it was, up to three times without a
 * further byte. Errors: `ABORTED`, `NETWORK`, `HTTP`, `HASH_MISMATCH` for more bytes than there are.
 */
export async function* resumedBytes(request: ResumedRequest): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { start, length, signal, wait } = request;
  let { url } = request;
  let received = 0;
  let failures = 0;
  for (;;) {
    const failure = yield* part();
    if (received > length) throw tooMany();
    if (!failure && received === length) return;
    if (signal.aborted) throw aborted();
    const pause = PAUSES_MS[failures];
    const broken = failure ?? new CryptoError('NETWORK', 'The connection to the storage was lost.');
    if (pause === undefined || !isTemporary(broken)) throw broken;
    failures += 1;
    await wait(pause, signal).catch(() => {
      throw aborted();
    });
    if (broken.code === 'HTTP') url = await request.renewUrl();
  }

  function rangeFrom(received: number): string | null {
    if (start !== undefined) return `bytes=${start + received}-${start + length - 1}`;
    return received > 0 ? `bytes=${received}-` : null;
  }

  /** Reads until the connection ends. Returns why it did, if there was an error. */
  async function* part(): AsyncGenerator<Uint8Array<ArrayBuffer>, CryptoError | undefined> {
    const range = rangeFrom(received);
    const headers: Record<string, string> = range ? { range } : {};
    let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
    try {
      const response = await fetch(url, { headers, signal, credentials: 'omit' });
      if (response.status !== (range ? 206 : 200)) {
        await response.body?.cancel();
        const message = `The storage answered ${response.status}`;
        return new CryptoError('HTTP', message, { status: response.status });
      }
      reader = response.body?.getReader();
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
        received += read.value.byteLength;
        failures = 0;
        if (received > length) return tooMany();
        yield read.value;
      }
      return undefined;
    } catch (cause) {
      return new CryptoError('NETWORK', 'The connection to the storage was lost.', { cause });
    } finally {
      await reader?.cancel().catch(() => {});
    }
  }
}

const tooMany = () => new CryptoError('HASH_MISMATCH', 'There are more bytes than the file has.');

/** An expired URL is 403 or 410. */
const isTemporary = ({ code, status = 0 }: CryptoError) =>
  code === 'NETWORK' || (code === 'HTTP' && (status >= 500 || status === 403 || status === 410));
