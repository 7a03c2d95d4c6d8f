import { expect, test } from 'vitest';
import { ServiceError } from '../errors.ts';
import { Admission } from './admission.ts';

const admission = (options: { atOnce?: number; maxWaiting?: number; maxWaitMs?: number } = {}) =>
  new Admission({
    atOnce: 2,
    maxWaiting: 3,
    maxWaitMs: 60_000,
    refuse: (retryAfterSeconds) => new ServiceError('RATE_LIMITED', 'Busy.', { retryAfterSeconds }),
    ...options,
  });

/** Tasks that end when they are told to. */
function tasks(queue: Admission, key: string, count: number) {
  const started: number[] = [];
  const gates = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const results = gates.map((gate, number) =>
    queue.run(key, async () => {
      started.push(number);
      await gate.promise;
      return number;
    }),
  );
  return { started, results, end: (number: number) => gates[number]?.resolve() };
}

test('a key has as many tasks at once as allowed; the others take their turn in order', async () => {
  const { started, results, end } = tasks(admission(), 'a', 5);
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  end(1);
  await expect.poll(() => started).toEqual([0, 1, 2]);
  for (const number of [0, 2, 3, 4]) end(number);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

test('a key that is busy does not hold up another', async () => {
  const queue = admission();
  const busy = tasks(queue, 'a', 5);
  expect(await queue.run('b', async () => 'done')).toBe('done');
  for (const number of busy.results.keys()) busy.end(number);
  await Promise.all(busy.results);
});

test('more than may wait are refused at once and are not run; the room is there again afterwards', async () => {
  const queue = admission();
  const { started, results, end } = tasks(queue, 'a', 8);
  const outcomes = Promise.allSettled(results);
  for (const number of results.keys()) end(number);
  const refused = (await outcomes).flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  expect(refused).toHaveLength(3);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  for (const error of refused) expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 });
  const again = tasks(queue, 'a', 5);
  for (const number of again.results.keys()) again.end(number);
  expect(await Promise.all(again.results)).toHaveLength(5);
});

test('refused tasks are told to come again one after the other, not all at once', async () => {
  const queue = admission({ atOnce: 1, maxWaiting: 0 });
  const { results, end } = tasks(queue, 'a', 401);
  const waits = (await Promise.all(results.slice(1).map((result) => result.catch((error) => error)))).map(
    ({ retryAfterSeconds }) => retryAfterSeconds,
  );
  end(0);
  await results[0];
  expect(waits.at(0)).toBe(1);
  // 400 tasks of the 50 ms that are assumed before the first has ended.
  expect(waits.at(-1)).toBe(20);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
});

test('a task that waits for too long is refused, and its place is free', async () => {
  const queue = admission({ atOnce: 1, maxWaiting: 1, maxWaitMs: 1 });
  const { started, results, end } = tasks(queue, 'a', 2);
  await expect(results[1]).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  end(0);
  await results[0];
  expect(started).toEqual([0]);
  expect(await queue.run('a', async () => 'next')).toBe('next');
});

test('a task that fails gives its turn to the next', async () => {
  const queue = admission({ atOnce: 1 });
  const failing = queue.run('a', () => Promise.reject(new Error('failed')));
  const next = queue.run('a', async () => 'next');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
});
