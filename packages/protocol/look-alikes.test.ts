import { expect, test } from 'vitest';
import { looksLike } from './look-alikes.ts';

test.each([
  ['Cyrillic a', 'data.csv', 'd\u0430ta.csv'],
  ['Cyrillic I for Latin I', 'Invoice', '\u0406nvoice'],
  ['Greek iota for l', 'l.txt', '\u0399.txt'],
  ['Latin and Cyrillic a in another order', 'a\u0430', '\u0430a'],
  ['mathematical m', 'm.csv', '\u{1d426}.csv'],
  ['mathematical zero', '0.csv', '\u{1d7ce}.csv'],
  ['a space that is another', 'a b', 'a\u00a0b'],
  ['a joiner that shows nothing', 'da\u200bta', 'data'],
  ['Cyrillic a in a name with ASCII digits and é', 'é-1-data', 'é-l-d\u0430ta'],
])('%s: looks the same', (_, name, other) => {
  expect(looksLike(name, other)).toBe(true);
  expect(looksLike(other, name)).toBe(true);
});

test.each([
  ['the same name', 'data.csv', 'data.csv'],
  ['1 and l', 'run1', 'runl'],
  ['I and |', 'I', '|'],
  ['m and rn', 'modem', 'modern'],
  ['0 and O', 'CO2-0', 'CO2-O'],
  ['1 and l beside é', 'é1', 'él'],
  ['case', 'Data.csv', 'data.csv'],
  ['accents', 'resume', 'résumé'],
  ['Cyrillic words', 'данные', 'даные'],
  ['flags of two regions', '\u{1f3f4}󠁧󠁢󠁥󠁮󠁧󠁿', '\u{1f3f4}󠁧󠁢󠁳󠁣󠁴󠁿'],
])('%s: legal side by side', (_, name, other) => {
  expect(looksLike(name, other)).toBe(false);
});
