import { expect, it, vi } from 'vitest';
import { readInWorker } from './read-in-worker.ts';
import type { FormatsWorker, FromFormatsWorker } from './worker/messages.ts';

function fakeWorker(answer?: FromFormatsWorker) {
  const worker: FormatsWorker = {
    onmessage: null,
    onerror: null,
    terminate: vi.fn(),
    postMessage: vi.fn(() => {
      if (answer) worker.onmessage?.(new MessageEvent('message', { data: answer }));
    }),
  };
  return worker;
}
const read = (worker: FormatsWorker, signal = new AbortController().signal, timeoutMs = 5) =>
  readInWorker('sequences', new Blob(['>a']), { signal, start: () => worker, timeoutMs });

it('ends a worker that does not answer, and says so', async () => {
  const worker = fakeWorker();
  await expect(read(worker)).rejects.toThrow('Reading took longer than 0.005 seconds.');
  expect(worker.terminate).toHaveBeenCalledOnce();
});

it('ends the worker after its answer or its error', async () => {
  const failed = fakeWorker({ error: 'This is not FASTA or FASTQ.' });
  await expect(read(failed)).rejects.toThrow('This is not FASTA or FASTQ.');
  expect(failed.terminate).toHaveBeenCalledOnce();
  const model = { format: 'FASTA' } as never;
  const done = fakeWorker({ model });
  await expect(read(done)).resolves.toBe(model);
  expect(done.terminate).toHaveBeenCalledOnce();
});

it('ends the worker when the preview is closed, and sends nothing if it was closed before', async () => {
  const controller = new AbortController();
  const worker = fakeWorker();
  const reading = read(worker, controller.signal, 60_000);
  controller.abort();
  await expect(reading).rejects.toThrow('cancelled');
  expect(worker.terminate).toHaveBeenCalledOnce();
  const late = fakeWorker();
  await expect(read(late, controller.signal)).rejects.toThrow('cancelled');
  expect(late.postMessage).not.toHaveBeenCalled();
});
