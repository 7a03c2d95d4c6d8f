import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import { uploads } from '#platform/db/tables/files.ts';
import { lockLab, lockLabAndRead, selectReserved, sumOf } from './lab-lock.ts';

const { db } = await openTestDatabase();
const oclId = 'a lab';
await db.execute(sql`insert into labs
  (ocl_id, token_id, account, shortname, account_did, data_room_did, registered_by, storage_limit)
  values (${oclId}, 1, '', 'lab-1', '', '', '', 10)`);

/** As another process: transactions of one process wait for each other before they begin. */
const locking = <Result>(work: (tx: LabTransaction) => Promise<Result>) =>
  db.transaction((tx) => work(tx as LabTransaction));

test('what is read with the lock has what its former holder committed', async () => {
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const former = locking(async (tx) => {
    await lockLab(tx, oclId);
    hold();
    await isOver;
    await tx.insert(uploads).values({
      ...{ id: '00000000-0000-4000-8000-000000000000', oclId, wallet: '', contentType: '' },
      ...{ contentLength: 7, objectKey: '', expiresAt: new Date('9999-01-01') },
    });
  });
  await isHeld;
  const next = locking((tx) => lockLabAndRead(tx, oclId, selectReserved(tx, oclId)));
  await expect
    .poll(() =>
      db.$count(sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
    )
    .toBe(1);
  end();
  await former;
  const [lab, reserved] = await next;
  expect([lab.storageLimit, sumOf(reserved)]).toEqual([10, 7]);
});
