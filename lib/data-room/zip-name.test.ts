import { expect, it } from 'vitest';
import { zipName } from './zip-name.ts';

it.each([
  [['raw/may/'], 'may.zip'],
  [['raw/may/a.csv', 'raw/may/b.csv'], 'may.zip'],
  [['raw/a.csv', 'raw/may/'], 'raw.zip'],
  [['a.csv', 'raw/'], 'lipase-screen.zip'],
  [['raw/a.csv', 'notes/b.csv'], 'lipase-screen.zip'],
])('%j: %s', (keys, name) => {
  expect(zipName(keys, 'lipase-screen')).toBe(name);
});
