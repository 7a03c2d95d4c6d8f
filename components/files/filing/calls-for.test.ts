import { MAX_BODY_BYTES } from '@labroom/protocol/body-limit';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { callsFor } from './calls-for.ts';

it('names 10,000 entries in one call, and no more', () => {
  const paths = Array.from({ length: 10_001 }, (_, at) => `raw/${at}.csv`);
  expect(callsFor(paths).map(({ length }) => length)).toEqual([10_000, 1]);
  expect(callsFor(paths).flat()).toEqual(paths);
  expect(callsFor([])).toEqual([]);
});

// Long inputs: few changes can break it.
if (!isQuick)
  it('sends no body that is too large', () => {
    const moves = Array.from({ length: 5_000 }, (_, at) => ({
      from: `${at}${'ä'.repeat(400)}`,
      to: `${at}`,
    }));
    const calls = callsFor(moves);
    expect(calls.length).toBeGreaterThan(1);
    for (const call of calls)
      expect(Buffer.byteLength(JSON.stringify(call))).toBeLessThan(MAX_BODY_BYTES - 90_000);
    expect(calls.flat()).toEqual(moves);
  });
