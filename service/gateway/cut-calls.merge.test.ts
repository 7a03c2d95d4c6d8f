import { everyCut, type Lane, openLane, sumsOf } from '@labroom/testing/cut-calls.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { afterAll, expect, test } from 'vitest';

const service = await openTestService();
const lanes = await Promise.all(Array.from({ length: 5 }, () => openLane(service, everyCut.length)));
afterAll(async () => {
  for (const lane of lanes) await lane.stop();
});

test('a call whose connections are cut, at whichever point, is charged once and its payer has the answer', async () => {
  const keys = new Set<string>();
  const left = [...everyCut];
  const use = async (lane: Lane) => {
    for (let cuts = left.pop(); cuts; cuts = left.pop()) {
      const call = await lane.call(cuts);
      expect(call.cuts, JSON.stringify(cuts)).toBe(cuts.length);
      keys.add(call.key);
    }
  };
  await Promise.all(lanes.map(use));
  const calls = everyCut.length;
  expect(keys.size).toBe(calls);
  await expect.poll(() => sumsOf(lanes)).toEqual({ charged: calls, settled: calls, open: 0, effects: calls });
});
