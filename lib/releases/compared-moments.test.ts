import { expect, it } from 'vitest';
import { parseMoment } from './compared-moments.ts';

it.each([
  ['now', 'now'],
  ['release-12', { release: 12 }],
  ['2026-02-28', { day: '2026-02-28' }],
  ['2026-02-30', null],
  ['release-0', null],
  ['26-1-1', null],
  [undefined, null],
])('reads %j', (text, moment) => {
  expect(parseMoment(text)).toEqual(moment);
});
