import { expect, test } from 'vitest';
import { ServiceError } from '../errors/errors.ts';
import { Admission } from './admission.ts';

const admission = (options: { atOnce?: number; maxWaiting?: number; maxWaitMs?: number } = {}) =>
  new Admission({
    atOnce: 2,
    maxWaiting: 3,
    maxWaitMs: 60_000,
    refuse: (retryAfterSeconds) => new ServiceError('RATE_LIMITED', 'Busy.', { retryAfterSeconds }),
    ...options,
  });

/** Tasks that run until the test ends them. */
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

test('a key has as many running tasks as allowed; the others start in order of arrival', async () => {
  const { started, results, end } = tasks(admission(), 'a', 5);
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  end(1);
  await expect.poll(() => started).toEqual([0, 1, 2]);
  for (const number of [0, 2, 3, 4]) end(number);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

test('a busy key does not delay another key', async () => {
  const queue = admission();
  const busy = tasks(queue, 'a', 5);
  expect(await queue.run('b', async () => 'done')).toBe('done');
  for (const number of busy.results.keys()) busy.end(number);
  await Promise.all(busy.results);
});

test('tasks over the waiting limit are rejected at once and do not run; later ones are accepted again', async () => {
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

test('rejected tasks get increasing Retry-After values, so that they do not all return at once', async () => {
  const queue = admission({ atOnce: 1, maxWaiting: 0 });
  const { results, end } = tasks(queue, 'a', 401);
  const waits = (await Promise.all(results.slice(1).map((result) => result.catch((error) => error)))).map(
    ({ retryAfterSeconds }) => retryAfterSeconds,
  );
  end(0);
  await results[0];
  expect(waits.at(0)).toBe(1);
  // 400 tasks of 50 ms each, the estimate before the first one ends.
  expect(waits.at(-1)).toBe(20);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
});

test('a task that waited too long is rejected and frees its place', async () => {
  const queue = admission({ atOnce: 1, maxWaiting: 1, maxWaitMs: 1 });
  const { started, results, end } = tasks(queue, 'a', 2);
  await expect(results[1]).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  end(0);
  await results[0];
  expect(started).toEqual([0]);
  expect(await queue.run('a', async () => 'next')).toBe('next');
});

test('a failed task lets the next one start', async () => {
  const queue = admission({ atOnce: 1 });
  const failing = queue.run('a', () => Promise.reject(new Error('failed')));
  const next = queue.run('a', async () => 'next');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
});
