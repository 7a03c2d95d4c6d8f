import { expect, test } from 'vitest';
import { SharedReads } from './shared-reads.ts';

/** A store whose reads end when the test says so. They return what was written before they started. */
function slowStore() {
  const ends: (() => void)[] = [];
  const store = { value: 'old', reads: 0, begun: () => {}, ends };
  const load = () => {
    const { value } = store;
    store.reads += 1;
    store.begun();
    return new Promise<string>((resolve) => ends.push(() => resolve(value)));
  };
  return { store, load };
}

const begins = (store: { begun(): void }) =>
  new Promise<void>((resolve) => {
    store.begun = resolve;
  });

test('concurrent requests share one read', async () => {
  const { store, load } = slowStore();
  const reads = new SharedReads<string>();
  const begun = begins(store);
  const asked = [reads.read('a', load), reads.read('a', load), reads.read('a', load)];
  await begun;
  store.ends[0]?.();
  expect(await Promise.all(asked)).toEqual(['old', 'old', 'old']);
  expect(store.reads).toBe(1);
});

test('a request after a write never gets a read that started before it', async () => {
  const { store, load } = slowStore();
  const reads = new SharedReads<string>();
  let begun = begins(store);
  const before = reads.read('a', load);
  await begun;
  store.value = 'new';
  begun = begins(store);
  const after = [reads.read('a', load), reads.read('a', load)];
  store.ends[0]?.();
  expect(await before).toBe('old');
  await begun;
  store.ends[1]?.();
  expect(await Promise.all(after)).toEqual(['new', 'new']);
  expect(store.reads).toBe(2);
});

test('keys do not wait for each other', async () => {
  const { store, load } = slowStore();
  const reads = new SharedReads<string>();
  const begun = begins(store);
  void reads.read('a', load);
  await begun;
  expect(await reads.read('b', async () => 'b')).toBe('b');
});

test('a failure reaches the requests that shared the read, and no later one', async () => {
  const reads = new SharedReads<string>();
  const fail = () => Promise.reject(new Error('gone'));
  const failed = [reads.read('a', fail), reads.read('a', fail)];
  const after = failed[0]?.catch(() => reads.read('a', async () => 'back'));
  for (const one of failed) await expect(one).rejects.toThrow('gone');
  expect(await after).toBe('back');
});
