import { expect, test, vi } from 'vitest';
import { Gathered } from './gathered.ts';

const all = ({ length }: readonly unknown[]) => length;

test('carries out together what is added at the same time, and what arrives meanwhile next', async () => {
  const runs: string[][] = [];
  const first = Promise.withResolvers<void>();
  const gathered = new Gathered<string, string>(1, all, async (items) => {
    runs.push([...items]);
    if (runs.length === 1) await first.promise;
    return items.map((item) => item.toUpperCase());
  });
  const begun = ['a', 'b'].map((item) => gathered.add(item));
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  const later = ['c', 'd', 'e'].map((item) => gathered.add(item));
  first.resolve();
  expect(await Promise.all([...begun, ...later])).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(runs).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
});

test('cuts what does not fit into one run, and has so many under way', async () => {
  const runs: number[][] = [];
  let most = 0;
  let now = 0;
  const gathered = new Gathered<number, number>(
    2,
    () => 2,
    async (items) => {
      runs.push([...items]);
      now += 1;
      most = Math.max(most, now);
      await Promise.resolve();
      now -= 1;
      return items;
    },
  );
  const added = [1, 2, 3, 4, 5, 6, 7].map((item) => gathered.add(item));
  expect(await Promise.all(added)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(runs).toEqual([[1, 2], [3, 4], [5, 6], [7]]);
  expect(most).toBe(2);
});

test('rejects all of a run that fails, and goes on', async () => {
  let runs = 0;
  const gathered = new Gathered<string, string>(1, all, async (items) => {
    runs += 1;
    if (runs === 1) throw new Error('refused');
    return items;
  });
  const failed = await Promise.allSettled(['a', 'b'].map((item) => gathered.add(item)));
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await gathered.add('c')).toBe('c');
});

test('leaves out what is cancelled before its run begins', async () => {
  const runs: string[][] = [];
  const first = Promise.withResolvers<void>();
  const gathered = new Gathered<string, string>(1, all, async (items) => {
    runs.push([...items]);
    await first.promise;
    return items;
  });
  const [cancelled, late] = [new AbortController(), new AbortController()];
  const running = gathered.add('a', late.signal);
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  const refused = gathered.add('b', cancelled.signal);
  const other = gathered.add('c');
  cancelled.abort();
  late.abort();
  first.resolve();
  await expect(refused).rejects.toMatchObject({ code: 'ABORTED' });
  expect(await Promise.all([running, other])).toEqual(['a', 'c']);
  expect(runs).toEqual([['a'], ['c']]);
  await expect(gathered.add('d', cancelled.signal)).rejects.toMatchObject({ code: 'ABORTED' });
});
