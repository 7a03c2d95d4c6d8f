import { expect, test } from 'vitest';
import { readAccess } from './sync.ts';

test('--access takes the words of people and the levels that programs read', () => {
  for (const word of ['team', 'Team', 'ADMIN']) expect(readAccess(word)).toBe('team');
  for (const word of ['public', 'everyone', 'PUBLIC']) expect(readAccess(word)).toBe('public');
  expect(readAccess(undefined)).toBeUndefined();
  for (const word of ['', 'HOLDERS', 'me'])
    expect(() => readAccess(word)).toThrow('--access is team or public');
});
