import { randomUUID } from 'node:crypto';
import { InboxDocument, MarkInboxReadDocument } from '@labroom/client/documents';
import { signIn } from '@labroom/testing/actors.ts';
import { explainQueries } from '@labroom/testing/captured-queries.ts';
import { resultOf } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Notice, notify } from '#core/notices/notify.ts';
import { forgetNotices } from '#worker/forget-notices.ts';
import { readInbox } from './inbox-store.ts';

const service = await openTestService();
const lab = await registeredLab(service);

async function newReader() {
  const wallet = await fundedWallet();
  return { wallet: wallet.address.toLowerCase(), token: (await signIn(service, wallet)).token };
}

const commented = (given: Partial<Notice> = {}): Notice => ({
  kind: 'COMMENTED',
  oclId: lab.oclId,
  subject: { path: 'a.csv', by: lab.wallet.toLowerCase() },
  key: randomUUID(),
  ...given,
});
const tell = (to: string[], notice: Notice) => service.context.db.transaction((tx) => notify(tx, to, notice));
const read = (token: string, variables: object = {}) =>
  resultOf(service, InboxDocument, { page: 0, perPage: 20, onlyUnread: false, ...variables }, token);
const mark = (token: string, ids: string[] | null) =>
  resultOf(service, MarkInboxReadDocument, { ids }, token);

test('a notice is in the inbox of each wallet once, whatever is repeated, and not in that of who did it', async () => {
  const [ada, ben] = [await newReader(), await newReader()];
  const notice = commented({ subject: { path: 'a.csv', by: ben.wallet } });
  await Promise.all(Array.from({ length: 8 }, () => tell([ada.wallet, ben.wallet], notice)));
  await tell([ada.wallet], commented({ key: 'other' }));
  const { nodes, totalCount } = await read(ada.token);
  expect(totalCount).toBe(2);
  expect(nodes[1]).toMatchObject({
    kind: 'COMMENTED',
    oclId: lab.oclId,
    lab: { shortname: lab.shortname },
    by: ben.wallet,
    path: 'a.csv',
    isRead: false,
  });
  expect((await read(ben.token)).totalCount).toBe(0);
});

test('a change that fails tells nobody', async () => {
  const ada = await newReader();
  const failing = service.context.db.transaction(async (tx) => {
    await notify(tx, [ada.wallet], commented());
    throw new Error('fails later');
  });
  await expect(failing).rejects.toThrow('fails later');
  expect((await read(ada.token)).totalCount).toBe(0);
});

test('transactions that tell the same wallets in another order both commit', async () => {
  const readers = await Promise.all(Array.from({ length: 3 }, newReader));
  const wallets = readers.map(({ wallet }) => wallet);
  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      tell(at % 2 ? wallets : wallets.toReversed(), commented({ key: `turn ${at >> 2}` })),
    ),
  );
  for (const { token } of readers) expect((await read(token)).totalCount).toBe(10);
});

test('notices are marked as read one by one or all together, by their wallet alone', async () => {
  const [ada, ben] = [await newReader(), await newReader()];
  for (let at = 0; at < 3; at += 1) await tell([ada.wallet], commented());
  const ids = (await read(ada.token)).nodes.map(({ id }: { id: string }) => id);
  expect(await mark(ben.token, ids)).toMatchObject({ markedCount: 0, error: null });
  expect(await mark(ada.token, [ids[1]])).toMatchObject({ markedCount: 1 });
  expect(await mark(ada.token, [ids[1]])).toMatchObject({ markedCount: 0 });
  const unread = await read(ada.token, { onlyUnread: true });
  expect(unread).toMatchObject({ unreadCount: 2, totalCount: 2 });
  expect(unread.nodes.map(({ id }: { id: string }) => id)).toEqual([ids[0], ids[2]]);
  expect(await mark(ada.token, null)).toMatchObject({ markedCount: 2 });
  expect(await read(ada.token)).toMatchObject({ unreadCount: 0, totalCount: 3 });
  const { error } = await mark(ada.token, ['1 or true']);
  expect(error.code).toBe('VALIDATION_FAILED');
});

test('an inbox keeps its newest 1,000 notices for 90 days, and is read by an index', async () => {
  const { db } = service.context;
  const [ada, ben] = [await newReader(), await newReader()];
  await db.execute(sql`
    insert into notices (wallet, kind, ocl_id, key, created_at)
    select ${ada.wallet}, 'COMMENTED', ${lab.oclId}, n::text, now() - interval '1 day' from generate_series(1, 1500) n
    union all select ${ben.wallet}, 'COMMENTED', ${lab.oclId}, n::text, now() - n * interval '10 days' from generate_series(1, 20) n`);
  await forgetNotices(service.context);
  expect((await read(ada.token)).totalCount).toBe(1_000);
  expect((await read(ben.token)).totalCount).toBe(8);
  const [{ kept }] = (
    await db.execute<{ kept: number }>(
      sql`select count(*)::int as kept from notices where wallet = ${ada.wallet} and key::int > 500`,
    )
  ).rows as [{ kept: number }];
  expect(kept).toBe(1_000);
  await db.execute(sql`analyze notices`);
  const nodes = await explainQueries(db, () =>
    readInbox(db, ben.wallet, { page: 0, perPage: 20, onlyUnread: true }),
  );
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
});
