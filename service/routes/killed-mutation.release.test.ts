import { randomUUID } from 'node:crypto';
import { post } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { eq, like, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { keyedMutationLeases } from '../graphql/idempotency-key-store.ts';
import { announcements } from '../platform/db/tables/activity.ts';
import { leases } from '../platform/db/tables/leases.ts';

const ANNOUNCE = `mutation($oclId: String!) {
  createAnnouncement(oclId: $oclId, headline: "Once", body: "None.") { message error { code } }
}`;

const service = await openTestService();
const lab = await registeredLab(service);
// Starting processes takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

test('killed with -9 between effect and answer, a keyed mutation is not run again, and the next call says so', async () => {
  const { db } = service.context;
  const key = randomUUID();
  const announce = (url: string) =>
    post(
      { url, credential: service.credential },
      ANNOUNCE,
      { oclId: lab.oclId },
      { 'x-service-token': lab.token, 'idempotency-key': key },
    );
  // The process waits for this lock when it is about to store the answer.
  const client = await db.$client.connect();
  await client.query('select pg_advisory_lock(4711)');
  await client.query(`create function wait_for_test() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(4711); return new; end $$`);
  await client.query(`create trigger wait_for_test before update on idempotency_keys
    for each row execute function wait_for_test()`);
  const waiting = sql`from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`;
  const replica = await service.startReplica();
  const lost = announce(replica.url).catch((error: Error) => error);
  await expect
    .poll(async () => (await db.execute(sql`select ${waiting}`)).rows.length, { timeout: 60_000 })
    .toBe(1);
  replica.process.kill('SIGKILL');
  await replica.exited;
  // The server of the database does not notice the death of a client that waits for a lock.
  await db.execute(sql`select pg_terminate_backend(pid) ${waiting}`);
  expect(await lost).toBeInstanceOf(Error);
  await client.query('drop function wait_for_test cascade');
  client.release(true);

  const reasonOf = async () => {
    const { status, body } = await announce(service.url);
    return [status, body.errors[0].errorInfo.reason];
  };
  expect(await reasonOf()).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
  await db
    .update(leases)
    .set({ expiresAt: sql`now()` })
    .where(like(leases.name, `${keyedMutationLeases}%`));
  expect(await reasonOf()).toEqual([409, 'IDEMPOTENCY_OUTCOME_UNKNOWN']);
  expect(await db.$count(announcements, eq(announcements.headline, 'Once'))).toBe(1);
});
