import { createHistogram } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { lagOf } from './process-metrics.ts';

const recorded = (...milliseconds: number[]) => {
  const histogram = createHistogram();
  for (const one of milliseconds) histogram.record(one * 1e6);
  return lagOf(histogram, 100);
};

test('the lag of an event loop that is never late is 0, whatever the time between two looks', () => {
  for (const lag of Object.values(recorded(99, 100, 100, 100))) expect(lag).toBeLessThan(0.001);
});

test('a blocked event loop is late by the time that it was blocked', () => {
  const { p50, max } = recorded(100, 100, 100, 600);
  expect(p50).toBeLessThan(0.001);
  expect(max).toBeCloseTo(0.5, 2);
});

test('without a look yet there is no lag', () => {
  expect(recorded()).toEqual({ mean: 0, p50: 0, p90: 0, p99: 0, max: 0 });
});
