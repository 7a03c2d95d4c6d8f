import { expect, it } from 'vitest';
import { plateOf, wellColumn } from './plate-wells.ts';

const plain = { decimal: '.', thousands: '' } as const;

it('arranges a table of wells on its plate, with the mean of repeated wells', () => {
  const table = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'H12', 'A1'].map((well, n) => ['s', well, `${n}`]);
  expect(wellColumn(3, table)).toBe(1);
  const plate = plateOf([...table, ['s', 'A2', 'n/a']], { wells: 1, values: 2 }, plain);
  expect(plate).toMatchObject({ rows: 8, columns: 12, isMean: true });
  expect(plate.values.get('A1')).toBe(4);
  expect(plate.values.get('A2')).toBe(1);
  expect(plateOf([['I13', '1']], { wells: 0, values: 1 }, plain)).toMatchObject({ rows: 16, columns: 24 });
});

it('finds no plate in a table of vitamins', () => {
  expect(wellColumn(1, [['B6'], ['B12'], ['B1']])).toBeNull();
});
