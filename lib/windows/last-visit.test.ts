import { expect, test } from 'vitest';
import { lastSeen, visit } from './last-visit.ts';

const minute = 60_000;

function memory(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  } as Storage;
}

test('the last visit is that before the present one, which ends after half an hour', () => {
  const storage = memory();
  const at = (minutes: number) => visit('inbox', 1_000_000 + minutes * minute, storage)?.getTime();
  const began = (minutes: number) => 1_000_000 + minutes * minute;
  expect(at(0)).toBeUndefined();
  expect(at(20)).toBeUndefined();
  expect(at(100)).toBe(began(0));
  expect(at(110)).toBe(began(0));
  expect(at(200)).toBe(began(100));
  expect(visit('elsewhere', began(200), storage)).toBeNull();
});

test('a place was last seen at the newest visit, and reading that notes none', () => {
  const storage = memory();
  expect(lastSeen('lab', storage)).toBeNull();
  visit('lab', 1_000_000, storage);
  visit('lab', 1_000_000 + minute, storage);
  expect(lastSeen('lab', storage)?.getTime()).toBe(1_000_000 + minute);
  expect(lastSeen('other', storage)).toBeNull();
});

test('a blocked storage has no visits', () => {
  const storage = {
    getItem: () => {
      throw new Error('blocked');
    },
  } as unknown as Storage;
  expect(visit('inbox', 1, storage)).toBeNull();
  expect(lastSeen('inbox', storage)).toBeNull();
});
