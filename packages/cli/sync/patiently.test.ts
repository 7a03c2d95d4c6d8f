import { CryptoError, LabroomError } from '@labroom/client';
import { beforeEach, expect, test } from 'vitest';
import { patiently } from './patiently.ts';

let pauses: number[];
beforeEach(() => {
  pauses = [];
});
const wait = async (milliseconds: number) => void pauses.push(milliseconds);

const failing = (error: Error, times: number) => {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw error;
    return calls;
  };
};
const limited = new LabroomError({ code: 'RATE_LIMITED', message: 'x', details: '{"retryAfterSeconds":7}' });
const down = new LabroomError({ code: 'UPSTREAM_UNAVAILABLE', message: 'The chain cannot be read.' });

test('a rate limit is waited for, however often', async () => {
  expect(await patiently(failing(limited, 20), wait)).toBe(21);
  expect(new Set(pauses)).toEqual(new Set([7_000]));
});

test('what may pass is tried five times', async () => {
  expect(await patiently(failing(down, 4), wait)).toBe(5);
  await expect(patiently(failing(down, 5), wait)).rejects.toBe(down);
  expect(await patiently(failing(new CryptoError('NETWORK', 'lost'), 1), wait)).toBe(2);
});

test('a refusal is not repeated', async () => {
  const refused = new LabroomError({ code: 'UNAUTHORIZED', message: 'x' });
  await expect(patiently(failing(refused, 1), wait)).rejects.toBe(refused);
  const forged = new CryptoError('HASH_MISMATCH', 'x');
  await expect(patiently(failing(forged, 1), wait)).rejects.toBe(forged);
  expect(pauses).toEqual([]);
});
