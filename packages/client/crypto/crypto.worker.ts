import { operations } from './operations.ts';
import { CryptoError } from './primitives/crypto-error.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

const running = new Map<number, AbortController>();
const answer = (message: FromWorker, transfer: Transferable[] = []) =>
  self.postMessage(message, { transfer });

/** The memory of a body that was sent goes back. */
function transferablesIn(result: unknown): Transferable[] {
  const isSent = result instanceof Object && 'body' in result && result.body instanceof Uint8Array;
  return isSent ? [(result.body as Uint8Array<ArrayBuffer>).buffer] : [];
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('cancel' in data) return running.get(data.cancel)?.abort();
  const { id, operation, args } = data;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const run = operations[operation] as (...all: unknown[]) => Promise<unknown>;
    const result = await run(args, (bytes: number) => answer({ id, bytes }), controller.signal);
    answer({ id, result }, transferablesIn(result));
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
