import { type Outcomes, uploadPatiently } from '@labroom/testing/patient-client.ts';
import { ask, post } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import type { Author } from '@labroom/testing/test-upload.ts';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockLab } from '#core/labs/lab-lock.ts';
import { labTransaction } from '../db/lab-transaction.ts';

const ANNOUNCE =
  'mutation($oclId: String!) { createAnnouncement(oclId: $oclId, headline: "H", body: "B") { error { code details } } }';

const service = await openTestService();
const lab = await registeredLab(service);
const other = await registeredLab(service);

const announce = (author: Author) => post(service, ANNOUNCE, { oclId: author.oclId }, author.token);

/** Locks the row of a lab, like a transaction of another process. */
async function holdLab(oclId: string) {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select from labs where ocl_id = $1 for update', [oclId]);
  return { release: () => client.end() };
}

/** Number of connections that wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await service.context.db.$client.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}

describe('while another process holds a lab', () => {
  let held: Awaited<ReturnType<typeof holdLab>>;
  beforeEach(async () => {
    held = await holdLab(lab.oclId);
  });
  afterEach(() => held.release());

  test('its changes wait on a single connection, and changes of other labs do not wait', async () => {
    const { db } = service.context;
    let done = 0;
    const changes = Array.from({ length: 65 }, () =>
      labTransaction(db, lab.oclId, async (tx) => {
        await lockLab(tx, lab.oclId);
        done += 1;
      }),
    );
    await expect.poll(waitingForLocks).toBe(1);

    // One more than the waiting limit.
    const tooMany = labTransaction(db, lab.oclId, async () => {});
    await expect(tooMany).rejects.toMatchObject({ code: 'RATE_LIMITED', reason: 'LAB_BUSY' });
    const refused = await announce(lab);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(refused.body.errors).toMatchObject([
      { errorType: 'RATE_LIMITED', errorInfo: { reason: 'LAB_BUSY' } },
    ]);

    const reads = Array.from({ length: 20 }, () => ask(service, '{ labs { totalCount } }'));
    await Promise.all(reads);
    expect((await announce(other)).body.data.createAnnouncement.error).toBeNull();
    expect(done).toBe(0);

    await held.release();
    await Promise.all(changes);
    expect(done).toBe(65);
  });

  test('a change is rejected after five seconds, and succeeds when the lab is free', async () => {
    const refused = await announce(lab);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(refused.body.errors).toMatchObject([{ errorInfo: { reason: 'LAB_BUSY', retryAfterSeconds: 2 } }]);
    await held.release();
    expect((await announce(lab)).body.data.createAnnouncement.error).toBeNull();
  });
});

test('120 concurrent uploads over two processes all succeed with a client that obeys Retry-After', async () => {
  const replica = await service.startPeer();
  const body = Buffer.alloc(300_000, 'a');
  const outcomes: Outcomes = new Map();
  const uploads = await Promise.all(
    Array.from({ length: 120 }, (_, number) => {
      const at = { url: number % 2 ? replica.url : service.url, credential: service.credential };
      return uploadPatiently(at, lab, { path: `${number}.txt`, body }, outcomes);
    }),
  );
  expect(uploads.filter((isDone) => !isDone)).toEqual([]);
  expect([...outcomes.keys()].filter((outcome) => outcome.includes('INTERNAL_ERROR'))).toEqual([]);
});
