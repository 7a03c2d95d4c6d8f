import { expect, it } from 'vitest';
import { lookInto } from './look-into.ts';

const files = (...paths: string[]) => paths.map((path) => ({ path, file: new Blob([path]) }));
const { signal } = new AbortController();

it('looks into every file, counts them, and ends what it opened', async () => {
  const counts: number[] = [];
  let open = 0;
  const found = await lookInto(files('a', 'b', 'c'), {
    signal,
    onLooked: (count) => counts.push(count),
    open: () => {
      open += 1;
      return {
        look: async (_, path) => ({
          found: path === 'b' ? [{ kind: 'person', reason: 'Names' }] : [],
          unchecked: null,
        }),
        end: () => {
          open -= 1;
        },
      };
    },
  });
  expect([...found].filter(([, one]) => one.found.length > 0).map(([path]) => path)).toEqual(['b']);
  expect(counts).toEqual([1, 2, 3]);
  expect(open).toBe(0);
});

it('does not let a file pass that cannot be read', async () => {
  const found = await lookInto(files('a'), {
    signal,
    open: () => ({ look: () => Promise.reject(new Error('no')), end: () => {} }),
  });
  expect(found.get('a')?.found).toEqual([{ kind: 'unread', reason: 'Could not be looked into' }]);
});
