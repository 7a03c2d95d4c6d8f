import { expect, it } from 'vitest';
import { parsePanelWidth } from './panel-width.ts';

it.each([
  [undefined, 54],
  ['', 54],
  ['wide', 54],
  ['60', 60],
  ['5', 30],
  ['99', 75],
])('%s: %i percent', (cookie, percent) => {
  expect(parsePanelWidth(cookie)).toBe(percent);
});
