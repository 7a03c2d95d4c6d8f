import { aborted } from '../crypto/primitives/crypto-error.ts';
import { Places } from './places.ts';
import { isTextQuotaExceeded } from './text-quota.ts';
import { type UploadCheckpoint, uploadFile } from './upload-file.ts';
import type { UploadPorts, UploadReceipt } from './upload-ports.ts';
import type { UploadObserver, UploadRequest } from './upload-request.ts';

/**
 * Reads the text by which search finds a file, whose name is its path; `null` if it has none. The upload waits for it. `encoding` is the one
 * that the lab saved for the file, if any.
 */
export type SearchText = (file: File, contentType: string, encoding?: string) => Promise<string | null>;

/** Milliseconds for one file. What a parser does at one go is not interrupted. */
const MOST_MS = 15_000;

/**
 * The reader that the command line uses too (`packages/formats/search-text.ts`), loaded with the first public file. Reads the beginning of texts
 * and tables, and documents that are not larger than their preview allows.
 */
const readInProcess: SearchText = async (file, contentType, encoding) => {
  const { searchTextOf } = await import('@labroom/formats/search-text');
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), MOST_MS);
  return Promise.race([searchTextOf(file, file.name, contentType, encoding), late]).finally(() =>
    clearTimeout(timer),
  );
};

/** Texts that are read at the same time. The time for each begins with its turn. */
const readers = new Places(4);

/** What an upload needs to send the text of public files. `false` sends none. */
export interface TextPorts {
  searchText?: SearchText | false | undefined;
}

/**
 * As `uploadFile`, and sends the text of a public file for search, unless the request says what the text is. A file whose text cannot be read, or
 * for whose text the lab has no room, is uploaded without it. Without a text, a new version keeps the previous one.
 */
export async function uploadFindable(
  ports: UploadPorts & TextPorts,
  request: UploadRequest,
  checkpoint: UploadCheckpoint,
  signal: AbortSignal,
  observer: UploadObserver = {},
): Promise<UploadReceipt> {
  const { searchText = readInProcess } = ports;
  const isSearched = request.access.level === 'PUBLIC' && request.contentText === undefined;
  if (!searchText || !isSearched) return uploadFile(ports, request, checkpoint, signal, observer);
  // Read once, so that a retry finishes with the same text.
  if (checkpoint.contentText === undefined) {
    observer.onPhase?.('reading');
    checkpoint.contentText = await readUnlessAborted(
      readers.run(() => searchText(request.file, request.contentType, request.encoding)),
      signal,
    );
  }
  const send = () => {
    const { contentText } = checkpoint;
    const found = typeof contentText === 'string' ? { ...request, contentText } : request;
    return uploadFile(ports, found, checkpoint, signal, observer);
  };
  return send().catch((error: unknown) => {
    if (!checkpoint.contentText || !isTextQuotaExceeded(error)) throw error;
    checkpoint.contentText = '';
    return send();
  });
}

/** The text; `null` where it cannot be read. @throws CryptoError `ABORTED` */
async function readUnlessAborted(
  reading: Promise<string | null>,
  signal: AbortSignal,
): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const abort = () => reject(aborted());
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  reading.then(resolve, () => resolve(null));
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
