import { expect, test } from 'vitest';
import { TopConsumers } from './top-consumers.ts';

test('the ten consumers with the most requests of the last minute are named', () => {
  let now = 0;
  const top = new TopConsumers(() => now);
  for (let consumer = 1; consumer <= 20; consumer++)
    for (let request = 0; request < consumer; request++) top.add(`c${consumer}`, 5, 1);
  expect(top.top('requests')).toEqual(
    Array.from({ length: 10 }, (_, at) => [`c${20 - at}`, 20 - at] as const),
  );
  now = 59_000;
  top.add('c1', 5, 1);
  expect(top.top('requests')[0]).toEqual(['c20', 20]);
  now = 65_000;
  expect(top.top('requests')).toEqual([['c1', 1]]);
});

test('a consumer with few requests that take long is named by its time', () => {
  const top = new TopConsumers(() => 0);
  for (let request = 0; request < 50; request++) top.add('often', 1, 1);
  top.add('slow', 900, 30);
  top.add('statements', 30, 800);
  expect(top.top('ms')[0]).toEqual(['slow', 900]);
  expect(top.top('statementMs')[0]).toEqual(['statements', 800]);
});

test('a noisy consumer is found among any number of others, with bounded memory', () => {
  const top = new TopConsumers(() => 0);
  for (let other = 0; other < 5_000; other++) top.add(`other-${other}`, 1, 0);
  for (let other = 0; other < 5_000; other++) {
    top.add(`more-${other}`, 1, 0);
    if (other % 10 === 0) top.add('noisy', 1, 0);
  }
  const [[first, requests] = []] = top.top('requests');
  expect(first).toBe('noisy');
  // At most one of 500 requests is counted for another consumer.
  expect(requests).toBeGreaterThanOrEqual(500);
  expect(requests).toBeLessThanOrEqual(500 + 10_500 / 500);
  expect(top.known).toBeLessThanOrEqual(500);
});
