import { everyCut, type Lane, openLane, sumsOf } from '@labroom/testing/cut-calls.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { brokenInvariants } from '../operator/check/invariants.ts';

const CALLS = 1_000;
const LANES = 6;
vi.setConfig({ testTimeout: 1_800_000 });

const service = await openTestService();
const lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(service, CALLS)));
afterAll(async () => {
  for (const lane of lanes) await lane.stop();
});

test(`${CALLS} calls, cut on the wire and at every step of the gateway: one charge and the answer each time`, async () => {
  let left = CALLS;
  let planned = 0;
  let steps = 0;
  const keys = new Set<string>();
  let calls = 0;
  const use = async (lane: Lane) => {
    for (let step = 1; left > 0; ) {
      const onWire = calls % 2 === 0 ? everyCut[planned++ % everyCut.length] : undefined;
      calls += 1;
      const { cuts, key } = await lane.call(onWire ?? step);
      keys.add(key);
      if (cuts > 0) left -= 1;
      if (onWire) continue;
      steps = Math.max(steps, step);
      // A call with fewer steps was not cut: all of them were.
      step = cuts > 0 ? step + 1 : 1;
    }
  };
  await Promise.all(lanes.map(use));
  const expected = { charged: calls, settled: calls, open: 0, effects: calls };
  await expect.poll(() => sumsOf(lanes), { timeout: 60_000 }).toEqual(expected);
  expect(keys.size).toBe(calls);
  expect(steps).toBeGreaterThan(20);
  expect(await brokenInvariants(service.context.db)).toEqual([]);
});
