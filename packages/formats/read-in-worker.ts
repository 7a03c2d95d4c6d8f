import type { ByteSource } from './source/byte-source.ts';
import { UnreadableFileError } from './source/unreadable-file-error.ts';
import { answerRanges } from './worker/answer-ranges.ts';
import type { FormatsWorker } from './worker/messages.ts';
import type { ModelOf, OptionsOf, ReaderId, SourceOf } from './worker/readers.ts';

/** A hostile file may keep a parser busy without end. The worker is ended after this time. */
const TIMEOUT_MS = 15_000;
/** Of a file that is fetched while it is read. */
const REMOTE_TIMEOUT_MS = 60_000;

interface Running<Id extends ReaderId> {
  signal: AbortSignal;
  options?: OptionsOf<Id>;
  start?: () => FormatsWorker;
  timeoutMs?: number;
}

const startWorker = (): FormatsWorker =>
  new Worker(new URL('./worker/formats.worker.ts', import.meta.url), { type: 'module' });

/** Workers that read one file after the other. Starting one takes longer than reading the header of a file. */
export function keptWorker(startNew: () => FormatsWorker = startWorker) {
  let kept: FormatsWorker | null = null;
  return {
    /** For `readInWorker`, which may not run twice at once with it. A worker that did not answer is ended. */
    start(): FormatsWorker {
      const worker = kept ?? startNew();
      kept = worker;
      let isAnswered = false;
      const lent: FormatsWorker = {
        postMessage: (message, transfer = []) => worker.postMessage(message, transfer),
        onmessage: null,
        onerror: null,
        terminate() {
          if (isAnswered) return;
          worker.terminate();
          kept = null;
        },
      };
      worker.onmessage = (event) => {
        isAnswered = true;
        lent.onmessage?.(event);
      };
      worker.onerror = (event) => lent.onerror?.(event);
      return lent;
    },
    end(): void {
      kept?.terminate();
      kept = null;
    },
  };
}

/**
 * Reads a file in a worker of its own, which ends with the reading, with the signal, or after the time limit. Of a source that is not a
 * `Blob` the worker gets the ranges that it asks for. Rejects with `UnreadableFileError`.
 */
export function readInWorker<Id extends ReaderId>(
  id: Id,
  source: SourceOf<Id>,
  {
    signal,
    options,
    start = startWorker,
    timeoutMs = source instanceof Blob ? TIMEOUT_MS : REMOTE_TIMEOUT_MS,
  }: Running<Id>,
): Promise<ModelOf<Id>> {
  const worker = start();
  const { promise, resolve, reject } = Promise.withResolvers<ModelOf<Id>>();
  const fail = (message: string) => reject(new UnreadableFileError(message));
  const ending = new AbortController();
  const abort = () => fail('Reading was cancelled.');
  function send(given: ByteSource): void {
    if (given instanceof Blob) {
      worker.postMessage({ id, source: given, options });
      return;
    }
    const remote = answerRanges(given, ending.signal);
    worker.postMessage({ id, source: remote, options }, [remote.port]);
  }
  const timer = setTimeout(() => fail(`Reading took longer than ${timeoutMs / 1000} seconds.`), timeoutMs);
  worker.onmessage = ({ data }) => {
    if ('error' in data) fail(data.error);
    else resolve(data.model as ModelOf<Id>);
  };
  worker.onerror = () => fail('The file cannot be read.');
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  else send(source);
  return promise.finally(() => {
    clearTimeout(timer);
    ending.abort();
    signal.removeEventListener('abort', abort);
    worker.terminate();
  });
}
