import { expect, test } from 'vitest';
import { changesOf } from './display-changes.ts';

const before = { name: 'Vita', description: 'One\nTwo', externalUrl: null };

function form(values: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

test('leaves out unchanged fields, also if the browser changed their line breaks', () => {
  const same = form({ name: 'Vita', description: 'One\r\nTwo', externalUrl: '' });
  expect(changesOf(before, same)).toEqual({});
});

test('clears emptied fields and trims new values', () => {
  const changed = form({ name: ' Vitae ', description: '  ', externalUrl: 'https://vita.example' });
  expect(changesOf(before, changed)).toEqual({
    name: 'Vitae',
    description: null,
    externalUrl: 'https://vita.example',
  });
});
