import { expect, it } from 'vitest';
import { countScale, timeTicks, weekTicks } from './scales.ts';

it('marks counts at whole numbers from zero, and reaches the largest', () => {
  for (const largest of [0, 1, 2, 3, 7, 29, 1200]) {
    const { top, ticks } = countScale([largest]);
    expect(top).toBeGreaterThanOrEqual(largest);
    expect(ticks[0]).toEqual({ at: 0, label: '0' });
    for (const { label } of ticks) expect(label).toMatch(/^[\d,]+$/);
  }
});

it('names the months of a year, with the year at January', () => {
  const labels = timeTicks(new Date('2025-11-24'), new Date('2026-11-23')).map(({ label }) => label);
  expect(labels).toHaveLength(12);
  expect(labels.slice(0, 3)).toEqual(['Dec', 'Jan 2026', 'Feb']);
});

it('names days within a month, and draws no axis without a span', () => {
  const labels = timeTicks(new Date('2026-11-02'), new Date('2026-11-22'), 5).map(({ label }) => label);
  expect(labels).toEqual(['8 Nov', '15 Nov', '22 Nov']);
  expect(timeTicks(new Date(0), new Date(0))).toEqual([]);
});

it('marks the Mondays of weeks under their columns, the newest always', () => {
  const start = Date.parse('2026-11-23');
  const starts = Array.from({ length: 12 }, (_, index) => start - (11 - index) * 7 * 86_400_000);
  const ticks = weekTicks(starts);
  expect(ticks.map(({ label }) => label)).toEqual([
    '14 Sep',
    '28 Sep',
    '12 Oct',
    '26 Oct',
    '9 Nov',
    '23 Nov',
  ]);
  expect(ticks.at(-1)?.at).toBeCloseTo(11.5 / 12);
});
