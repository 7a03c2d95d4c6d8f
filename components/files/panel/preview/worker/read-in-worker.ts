import type { RangedObject } from '#packages/client/crypto/ranged-object.ts';
import type {
  FromPreviewWorker,
  OptionsOf,
  ReadFormat,
  Readings,
  ShownBody,
  ToPreviewWorker,
} from './messages.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

/** A hostile file may keep a parser busy without end. The worker is ended after this time. */
const TIMEOUT_MS = 15_000;
/** Of a file that is fetched while it is read. */
const REMOTE_TIMEOUT_MS = 60_000;

/** The part of a `Worker` that is used. */
export interface PreviewWorker {
  postMessage(message: ToPreviewWorker, transfer?: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromPreviewWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Running<Format extends ReadFormat> {
  signal: AbortSignal;
  options?: OptionsOf<Format>;
  start?: () => PreviewWorker;
  timeoutMs?: number;
}

const startWorker = (): PreviewWorker =>
  new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' });

/**
 * Reads a file in a worker of its own, which ends with the reading, with the signal, or after the time limit. Rejects
 * with `UnreadableFileError`.
 */
export function readInWorker<Format extends ReadFormat>(
  format: Format,
  body: ShownBody<Format>,
  {
    signal,
    options,
    start = startWorker,
    timeoutMs = body instanceof Blob ? TIMEOUT_MS : REMOTE_TIMEOUT_MS,
  }: Running<Format>,
): Promise<Readings[Format]> {
  const worker = start();
  const { promise, resolve, reject } = Promise.withResolvers<Readings[Format]>();
  const fail = (message: string) => reject(new UnreadableFileError(message));
  const ending = new AbortController();
  const abort = () => fail('Reading was cancelled.');
  async function sendRemote(object: RangedObject): Promise<void> {
    const { answerRanges } = await import('./answer-ranges.ts');
    const remote = answerRanges(object, ending.signal);
    worker.postMessage({ format, body: remote, options }, [remote.port]);
  }
  const timer = setTimeout(() => fail(`Reading took longer than ${timeoutMs / 1000} seconds.`), timeoutMs);
  worker.onmessage = ({ data }) => {
    if ('error' in data) fail(data.error);
    else resolve(data.reading as Readings[Format]);
  };
  worker.onerror = () => fail('The file cannot be read.');
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  else if (body instanceof Blob) worker.postMessage({ format, body, options });
  else sendRemote(body).catch(() => fail('The file cannot be read.'));
  return promise.finally(() => {
    clearTimeout(timer);
    ending.abort();
    signal.removeEventListener('abort', abort);
    worker.terminate();
  });
}
