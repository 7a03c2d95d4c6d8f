import { Worker } from 'node:worker_threads';
import type { ImageRefusal } from '#service/platform/db/tables/labs.ts';
import type { CheckTask } from './check-image.worker.ts';

export type CheckedImage = { bytes: Uint8Array } | { refusal: ImageRefusal };

/** Time limits for checking the image, and for starting the thread on a busy machine. */
const readingMs = 10_000;
const startingMs = 60_000;

/**
 * Checks an untrusted image and returns the bytes to publish: unchanged, or a sanitized SVG. Runs in a thread with
 * limited memory and time, so that no image can block or end the process; an image that exceeds them is `TOO_COMPLEX`.
 */
export function checkImage(task: CheckTask): Promise<CheckedImage> {
  const thread = new Worker(new URL('./check-image.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    // No variables, arguments or output of the process.
    env: {},
    argv: [],
    stdout: true,
    stderr: true,
  });
  const within = (ms: number, then: () => void) => setTimeout(() => thread.terminate().then(then, then), ms);
  return new Promise<CheckedImage>((resolve, reject) => {
    let timer = within(startingMs, () => reject(new Error('The thread that checks images did not start.')));
    const tooComplex = () => resolve({ refusal: 'TOO_COMPLEX' });
    thread.on('message', (message: 'ready' | CheckedImage) => {
      clearTimeout(timer);
      if (message === 'ready') timer = within(readingMs, tooComplex);
      else resolve(message);
    });
    thread.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex() : reject(error),
    );
    thread.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The thread that checks images ended without a result.'));
    });
  });
}
