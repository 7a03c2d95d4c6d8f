import { markdownTree } from '@labroom/markdown/markdown-tree';
import { hostileTexts } from '@labroom/testing/hostile-texts.ts';
import { afterAll, expect, it } from 'vitest';
import { ParseThreads } from './parse-threads.ts';

const threads = new ParseThreads();
afterAll(() => threads.close());

const parse = (text: string, budgetMs: number, queue = 'one') =>
  threads.parse({ text, rules: 'file', nodes: 8_000 }, budgetMs, queue);

/** Takes a thread far longer than any budget here: blocks, which no bound counts, in great number. */
const endless = 'a\n\n'.repeat(300_000);

it('gives the tree that the parser gives', async () => {
  const text = '# A\n\n*b* $c$ [d](https://e.f)';
  const outcome = await parse(text, 1_000);
  expect(outcome).toMatchObject({ kind: 'parsed', isShortened: false });
  expect(outcome?.kind === 'parsed' && JSON.parse(outcome.tree ?? '')).toEqual(
    markdownTree(text, 'file').tree,
  );
});

it('ends a text beyond its budget of processor time, and parses the next one', async () => {
  const outcome = await parse(endless, 50);
  expect(outcome?.kind).toBe('ended');
  expect(outcome?.cpuMs).toBeGreaterThan(50);
  expect(await parse('next', 1_000)).toMatchObject({ kind: 'parsed' });
});

it.each(Object.entries(hostileTexts))('spends no more than its budget on %s', async (_, make) => {
  const outcome = await parse(make(100_000), 50);
  // A thread is looked at every few milliseconds, later where this process gets no time itself.
  expect(outcome?.cpuMs).toBeLessThan(500);
});

it('gives every queue its turn', async () => {
  const done: string[] = [];
  const flood = Array.from({ length: 20 }, (_, at) => parse(`${endless} ${at}`, 50, 'flood'));
  const other = parse('short', 1_000, 'other').then(() => done.push('other'));
  for (const one of flood) void one.then(() => done.push('flood'));
  await other;
  expect(done.length).toBeLessThan(5);
  await Promise.all(flood);
});

it('refuses what a queue cannot hold, and nothing of the others', async () => {
  const flood = Array.from({ length: 100 }, () => parse('word '.repeat(100), 1_000, 'flood'));
  const other = parse('short', 1_000, 'other');
  const outcomes = await Promise.all(flood);
  expect(outcomes.filter((outcome) => outcome === null).length).toBeGreaterThan(20);
  expect((await other)?.kind).toBe('parsed');
});
