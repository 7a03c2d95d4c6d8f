import type { BarePage } from './bare-page.ts';

/** Duration of the loop below on the machine on which the limits were set. */
const REFERENCE_MS = 4;

/**
 * Maximum CPU time of a main-thread task, in milliseconds: 100 on the machine where the limit was set, more on a slower
 * one. The factor is measured with a loop in the same page, taking the fastest of many runs.
 */
export async function longestTaskAllowed(page: BarePage): Promise<number> {
  const fastest = await page.evaluate<number>(`(() => {
    const times = [];
    for (let round = 0; round < 30; round += 1) {
      const begun = performance.now();
      const words = [];
      for (let at = 0, x = 1; at < 10_000; at += 1) {
        x = (x * 48_271) % 2_147_483_647;
        words.push({ key: String(x), at });
      }
      words.sort((a, b) => (a.key < b.key ? -1 : 1));
      JSON.parse(JSON.stringify(words));
      times.push(performance.now() - begun);
    }
    return Math.min(...times);
  })()`);
  const allowed = 100 * Math.max(1, fastest / REFERENCE_MS);
  console.log(`    allowed ${allowed.toFixed(0)} ms, as the loop takes ${fastest.toFixed(1)} ms`);
  return allowed;
}
