import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Batches } from './batches.ts';

/** A store whose statements end when the test says so. They answer with what was written before they began. */
function slowStore() {
  const store = { value: 'old', asked: [] as string[][], ends: [] as (() => void)[] };
  const batches = new Batches<string, string>(async (asked) => {
    const { value } = store;
    store.asked.push(asked);
    await new Promise<void>((resolve) => store.ends.push(resolve));
    if (asked.includes('broken')) throw new Error('broken');
    return asked.map((key) => `${key} ${value}`);
  });
  return { store, batches };
}

test('requests that arrive while statements run share the next one, and each gets its own answer', async () => {
  const { store, batches } = slowStore();
  const first = batches.ask('a');
  await turn();
  const second = batches.ask('b');
  await turn();
  const later = ['c', 'd', 'e'].map((key) => batches.ask(key));
  await turn();
  expect(store.asked).toEqual([['a'], ['b']]);
  store.ends[0]?.();
  expect(await first).toBe('a old');
  await turn();
  expect(store.asked).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
  for (const end of store.ends) end();
  expect(await Promise.all([second, ...later])).toEqual(['b old', 'c old', 'd old', 'e old']);
});

test('a request after a write never gets the answer of a statement that began before it', async () => {
  const { store, batches } = slowStore();
  const before = [batches.ask('a'), batches.ask('b')];
  await turn();
  store.value = 'new';
  const after = batches.ask('a');
  await turn();
  for (const end of store.ends) end();
  expect(await Promise.all([...before, after])).toEqual(['a old', 'b old', 'a new']);
});

test('the failure of a statement concerns its own requests only', async () => {
  const { store, batches } = slowStore();
  const failing = [batches.ask('broken'), batches.ask('a')];
  await turn();
  const other = batches.ask('b');
  await turn();
  for (const end of store.ends) end();
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await other).toBe('b old');
});

test('a statement answers a bounded number of requests', async () => {
  const { store, batches } = slowStore();
  const all = Array.from({ length: 40 }, (_, at) => batches.ask(String(at)));
  await turn();
  for (let end = 0; end < 3; end += 1) {
    await turn();
    store.ends[end]?.();
    await turn();
  }
  await Promise.all(all);
  expect(store.asked.map(({ length }) => length)).toEqual([16, 16, 8]);
});
