import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { findDisclosures } from '@labroom/formats/disclosure/find-disclosures';
import type { ReadAnswer, ReadRequest } from './reader.thread.ts';

type Disclosures = Awaited<ReturnType<typeof findDisclosures>>;

/** Reads local files in a thread. A file that is made to keep a parser busy or to fill the memory costs its own answer alone. */
export interface FileReader extends AsyncDisposable {
  /** What publishing a file would reveal. A file that cannot be read in time does not pass as harmless. */
  disclosures(file: string, path: string): Promise<Disclosures>;
  /** The text by which search finds a file; `null` if none can be read in time. */
  searchText(file: string, path: string, contentType: string, encoding?: string): Promise<string | null>;
}

interface ReaderOptions {
  /** For each file, from when the thread has started. As long as the web app waits for one. */
  timeoutMs?: number;
  thread?: URL;
}

const MEMORY_MB = 512;
// In the published package both are compiled.
const readerThread = new URL(import.meta.url.replace(/file-reader\.(\w+)$/, 'reader.thread.$1'));

/** The thread starts with the first file, and reads one after the other. One that gives no answer is ended, and the next file gets another. */
export function openFileReader({
  timeoutMs = 15_000,
  thread = readerThread,
}: ReaderOptions = {}): FileReader {
  let running: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const settled = () => last.catch(() => {});

  async function end(): Promise<void> {
    const worker = running;
    running = undefined;
    await worker?.terminate();
  }

  async function started(): Promise<Worker> {
    if (running) return running;
    const worker = new Worker(thread, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    running = worker;
    // What waits for an answer learns of it; without a listener it would end the program.
    worker.on('error', () => {
      if (running === worker) running = undefined;
    });
    await once(worker, 'message');
    return worker;
  }

  async function read(request: ReadRequest): Promise<unknown> {
    // A thread that does not start is no fault of a file.
    const worker = await started();
    try {
      worker.postMessage(request);
      const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })) as [
        ReadAnswer,
      ];
      if ('value' in answer) return answer.value;
    } catch {
      await end();
    }
    return null;
  }

  function ask(request: ReadRequest): Promise<unknown> {
    const answer = settled().then(() => read(request));
    last = answer;
    return answer;
  }

  return {
    async disclosures(file, path) {
      const found = (await ask({ asks: 'disclosures', file, path })) as Disclosures | null;
      return found ?? { found: [{ kind: 'unread', reason: 'Could not be looked into' }], unchecked: null };
    },
    async searchText(file, path, contentType, encoding) {
      return (await ask({ asks: 'searchText', file, path, contentType, encoding })) as string | null;
    },
    async [Symbol.asyncDispose]() {
      await settled();
      await end();
    },
  };
}
