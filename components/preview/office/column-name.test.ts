import { expect, it } from 'vitest';
import { columnName } from './column-name.ts';

it('names columns', () => {
  expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
});
