import { expect, test } from 'vitest';
import { changesOf } from './display-changes.ts';

const before = { name: 'Vita', description: 'One\nTwo', externalUrl: null };

function form(values: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

test('what was not touched is left out, also where the browser changed its line ends', () => {
  const same = form({ name: 'Vita', description: 'One\r\nTwo', externalUrl: '' });
  expect(changesOf(before, same)).toEqual({});
});

test('what was emptied is cleared, what was written is sent without space around it', () => {
  const changed = form({ name: ' Vitae ', description: '  ', externalUrl: 'https://vita.example' });
  expect(changesOf(before, changed)).toEqual({
    name: 'Vitae',
    description: null,
    externalUrl: 'https://vita.example',
  });
});
