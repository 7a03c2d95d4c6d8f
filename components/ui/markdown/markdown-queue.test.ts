import { expect, it, vi } from 'vitest';
import { createMarkdownQueue, type MarkdownWorker } from './markdown-queue.ts';
import type { FromMarkdownWorker, MarkdownRequest } from './messages.ts';

const tree = (text: string) => ({ kind: 'tree', text, rules: 'text' }) as const;

/** Workers that answer each text with its length, but never one that holds `slow`. */
function workers({ areLoaded = true } = {}) {
  const started: (MarkdownWorker & { seen: string[] })[] = [];
  const start = () => {
    const say = (data: FromMarkdownWorker) =>
      queueMicrotask(() => worker.onmessage?.(new MessageEvent('message', { data })));
    const worker: MarkdownWorker & { seen: string[] } = {
      seen: [],
      onmessage: null,
      onerror: null,
      terminate: vi.fn(),
      postMessage({ text }: MarkdownRequest) {
        worker.seen.push(text);
        if (!text.includes('slow')) say({ kind: 'answer', answer: { html: String(text.length) } });
      },
    };
    if (areLoaded) say({ kind: 'ready', slowness: 1 });
    else queueMicrotask(() => worker.onerror?.(new Event('error') as ErrorEvent));
    started.push(worker);
    return worker;
  };
  return { start, started };
}

it('asks one worker after another, ends one that takes too long, and goes on with the next', async () => {
  const { start, started } = workers();
  const ask = createMarkdownQueue({ start, limitMs: 20 });
  const answers = await Promise.all(['a', 'slow', 'bb', 'slow 2', 'ccc'].map((text) => ask(tree(text))));
  expect(answers).toEqual([{ html: '1' }, null, { html: '2' }, null, { html: '3' }]);
  expect(started.map(({ seen }) => seen)).toEqual([['a', 'slow'], ['bb', 'slow 2'], ['ccc']]);
  expect(started.map(({ terminate }) => vi.mocked(terminate).mock.calls.length)).toEqual([1, 1, 0]);
});

it('keeps answers by text and rules, also that there is none', async () => {
  const { start, started } = workers();
  const ask = createMarkdownQueue({ start, limitMs: 20 });
  expect(await ask(tree('slow'))).toBeNull();
  expect(await ask(tree('slow'))).toBeNull();
  await Promise.all([ask(tree('a')), ask(tree('a')), ask({ ...tree('a'), rules: 'file' })]);
  expect(started.flatMap(({ seen }) => seen)).toEqual(['slow', 'a', 'a']);
});

it('answers that there is none if the worker cannot be loaded', async () => {
  const { start } = workers({ areLoaded: false });
  const ask = createMarkdownQueue({ start });
  expect(await Promise.all([ask(tree('a')), ask(tree('b'))])).toEqual([null, null]);
});

it('ends a worker that has nothing to do, and starts another for the next text', async () => {
  const { start, started } = workers();
  const ask = createMarkdownQueue({ start, idleMs: 5 });
  await ask(tree('a'));
  await vi.waitFor(() => expect(started[0]?.terminate).toHaveBeenCalledOnce());
  expect(await ask(tree('b'))).toEqual({ html: '1' });
  expect(started).toHaveLength(2);
});
