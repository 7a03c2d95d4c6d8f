import type { TestService } from '@labroom/testing/test-service.ts';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeLease } from '#platform/db/lease.ts';
import { metrics } from '#platform/telemetry/metrics.ts';
import { startFilledService } from '../operator.fixture.ts';
import { runScrub } from './scrub.ts';

let service: TestService;
beforeAll(async () => {
  ({ service } = await startFilledService());
});
afterAll(() => service.stop());

/** Runs the scrub until its first pass has ended. Returns what it logged and its metrics. */
async function scrubbed() {
  metrics.resetMetrics();
  const lines: { part: string; fault?: string; reason?: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const stop = new AbortController();
  const running = runScrub(service.context, log, stop.signal, {
    firstMs: 0,
    betweenMs: 3_600_000,
    againMs: 0,
    share: 1,
  });
  await expect
    .poll(async () => (await values('labroom_scrub_timestamp_seconds')).size, { timeout: 60_000 })
    .toBe(5);
  stop.abort();
  await running;
  return { lines, faults: await values('labroom_scrub_faults') };
}

async function values(name: string): Promise<Map<unknown, number>> {
  const found = (await metrics.getSingleMetric(name)?.get())?.values ?? [];
  return new Map(found.map(({ labels, value }) => [labels.part, value]));
}

test('finds nothing in what the service wrote, and says when it looked at each part', async () => {
  const { lines, faults } = await scrubbed();
  expect(lines).toEqual([]);
  expect(Object.fromEntries(faults)).toEqual({ records: 0, keys: 0, search: 0, objects: 0, chain: 0 });
});

test('tells of each fault in the log, with its part, and counts them', async () => {
  await service.context.db.execute(sql`update labs set file_count = file_count + 1`);
  await service.context.db.execute(
    sql`update did_keys set wrapped_private_key = set_byte(wrapped_private_key, 40, 0) where subject = 'account'`,
  );
  const { lines, faults } = await scrubbed();
  expect(Object.fromEntries(faults)).toEqual({ records: 1, keys: 1, search: 0, objects: 0, chain: 0 });
  expect(lines.map(({ part }) => part)).toEqual(['records', 'keys']);
  expect(lines[0]?.fault).toContain('violates: the file count of a lab is the number of its files.');
});

test('runs in one worker of a database at a time', async () => {
  const stop = new AbortController();
  const timing = { firstMs: 0, betweenMs: 3_600_000, againMs: 0, share: 1e-4 };
  const running = runScrub(service.context, pino({ enabled: false }), stop.signal, timing);
  const isScrubbing = async () => {
    const { rows } = await service.context.db.execute(
      sql`select from leases where name = 'scrub' and expires_at > now()`,
    );
    return rows.length > 0;
  };
  await expect.poll(isScrubbing, { timeout: 60_000 }).toBe(true);
  expect(await takeLease(service.context.db, 'scrub')).toBeNull();
  stop.abort();
  await running;
  expect(await isScrubbing()).toBe(false);
});
