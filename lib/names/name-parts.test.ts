import { expect, it } from 'vitest';
import { nameParts } from './name-parts.ts';

it.each([
  ['active-site.pdb', 'active', '-site.pdb'],
  ['measurements of plate-07.csv', 'measurements of pla', 'te-07.csv'],
  ['archive.tar.gz', 'archiv', 'e.tar.gz'],
  ['Experiments of 2025', 'Experiments of', ' 2025'],
  ['高温での実験の結果.csv', '高温での実験の結果', '.csv'],
  ['Größenmessung.csv', 'Größenme', 'ssung.csv'],
  ['مجلد طويل.csv', 'مجلد طويل', '.csv'],
  ['תוצאות סופיות.xlsx', 'תוצאות סופיות', '.xlsx'],
])('%s ends with what tells it apart and its extension', (name, beginning, end) => {
  expect(nameParts(name)).toEqual([beginning, end]);
});

it.each([
  // Joined letters, and combined characters.
  'مجلد التجارب الأولى',
  '高温で行った実験の結果の一覧表',
  '🧬🧬🧬🧬🧬🧬🧬🧬',
  // Latin letters within a name that is written from right to left.
  'مجلد measurements.csv',
  // Short, or without a beginning.
  'results.csv',
  '.eslintrc',
  '',
])('%s stays whole', (name) => {
  expect(nameParts(name)).toEqual([name, '']);
});

it('splits no name other than between its characters', () => {
  for (const name of ['x'.repeat(200), 'measured a\u0301.csv', '👩‍🔬👩‍🔬👩‍🔬👩‍🔬.png'])
    expect(nameParts(name).join('')).toBe(name);
});
