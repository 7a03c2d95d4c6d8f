import { expect, it } from 'vitest';
import { countScale, timeMarks } from './scales.ts';

it('marks counts at whole numbers from zero, and reaches the largest', () => {
  for (const largest of [0, 1, 2, 3, 7, 29, 1200]) {
    const { top, marks } = countScale([largest]);
    expect(top).toBeGreaterThanOrEqual(largest);
    expect(marks[0]).toEqual({ at: 0, label: '0' });
    for (const { label } of marks) expect(label).toMatch(/^[\d,]+$/);
  }
});

it('names the months of a year, with the year at January', () => {
  const labels = timeMarks(new Date('2025-11-24'), new Date('2026-11-23')).map(({ label }) => label);
  expect(labels).toHaveLength(12);
  expect(labels.slice(0, 3)).toEqual(['Dec', 'Jan 2026', 'Feb']);
});

it('names days within a month, and draws no axis without a span', () => {
  const labels = timeMarks(new Date('2026-11-02'), new Date('2026-11-22'), 5).map(({ label }) => label);
  expect(labels).toEqual(['8 Nov', '15 Nov', '22 Nov']);
  expect(timeMarks(new Date(0), new Date(0))).toEqual([]);
});
