import { CryptoError } from './crypto-error.ts';
import { operations } from './operations.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

const running = new Map<number, AbortController>();
const answer = (message: FromWorker) => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('cancel' in data) return running.get(data.cancel)?.abort();
  const { id, operation, args } = data;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const run = operations[operation] as (...all: unknown[]) => Promise<unknown>;
    const result = await run(args, (bytes: number) => answer({ id, bytes }), controller.signal);
    answer({ id, result });
  } catch (error) {
    const known = error instanceof CryptoError;
    const code = known ? error.code : 'WORKER_FAILED';
    const message = known ? error.message : 'The browser could not process the file.';
    answer({
      id,
      error: { code, message, ...(known && error.status !== undefined && { status: error.status }) },
    });
  } finally {
    running.delete(id);
  }
};
