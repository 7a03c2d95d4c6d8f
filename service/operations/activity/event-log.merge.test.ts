import { explainQueries } from '@labroom/testing/captured-queries.ts';
import { depth } from '@labroom/testing/depth.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { killableFixture } from '@labroom/testing/killable-fixture.ts';
import { granted, minted, person, ScriptedChain } from '@labroom/testing/scripted-chain.ts';
import { ask, post } from '@labroom/testing/test-client.ts';
import { createTestIndex } from '@labroom/testing/test-index.ts';
import { grantRole, mintLab } from '@labroom/testing/test-lab.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { announce, deleteFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { appendToFeed } from '#core/feed/write-feed.ts';
import type { Database } from '#platform/db/database.ts';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import { openDatabase } from '#platform/db/open-database.ts';
import { activity } from '#platform/db/tables/activity.ts';
import { unloggedActivity } from '#platform/db/tables/event-log.ts';
import { numberEvents } from './number-events.ts';

const FOLLOW = `query($after: String!, $oclId: String, $filter: LabActivityFilter, $perPage: Int) {
  activities(after: $after, oclId: $oclId, filter: $filter, perPage: $perPage) {
    events { id cursor oclId removed lab { oclId } onChain { eventName args }
      activity { __typename ... on LabEventFileAdded { entry { path description } } } }
    activities { __typename } endCursor pageInfo { hasNextPage } } }`;

interface Event {
  id: string;
  cursor: string;
  oclId: string;
  removed: boolean;
  lab: { oclId: string } | null;
  onChain: { eventName: string } | null;
  activity: { __typename: string; entry?: { path: string; description: string | null } } | null;
}

const service = await openTestService({ insertsRows: true });
const labs = await Promise.all(Array.from({ length: 5 }, () => registeredLab(service)));

async function page(after: string, variables: Record<string, unknown> = {}) {
  const { activities } = await ask(service, FOLLOW, { after, ...variables });
  return activities as { events: Event[]; endCursor: string; pageInfo: { hasNextPage: boolean } };
}

async function readToEnd(after: string, variables: Record<string, unknown> = {}): Promise<Event[]> {
  const events: Event[] = [];
  for (let cursor = after; ; ) {
    const next = await page(cursor, variables);
    events.push(...next.events);
    cursor = next.endCursor;
    if (!next.pageInfo.hasNextPage) return events;
  }
}

async function numberAll({ context }: { context: Parameters<typeof numberEvents>[0] } = service) {
  while ((await numberEvents(context)).more);
}
const labAt = (at: number): RegisteredLab => labs[at % labs.length] as RegisteredLab;
const endOfLog = async (): Promise<string> =>
  (await ask(service, '{ activities(perPage: 1) { endCursor } }')).activities.endCursor;

/** Adds an entry about a file to a feed, as a use case does, and commits when `committed` resolves. */
function write(
  db: Database,
  oclId: string,
  path: string,
  kind: 'FILE_ADDED' | 'FILE_REMOVED',
  until?: Promise<void>,
) {
  const file = {
    ref: `did:odf:${path}`,
    path,
    tags: [],
    description: null,
    version: 1,
    accessLevel: 'PUBLIC',
    categories: [],
    contentType: 'text/plain',
    contentHash: 'sha256:00',
    contentText: null,
  };
  return db.transaction(async (tx) => {
    await appendToFeed(tx as LabTransaction, oclId, { kind, changeBy: '0x01', file });
    await until;
  });
}

/** Ids of the entries that were committed, in the order of each lab. */
async function committedIds(): Promise<Map<string, string[]>> {
  const rows = await service.context.db
    .select({ oclId: activity.oclId, seq: activity.seq })
    .from(activity)
    .orderBy(activity.oclId, activity.seq);
  return Map.groupBy(
    rows.map(({ oclId, seq }) => `${oclId}:${seq}`),
    (id) => id.split(':')[0] ?? '',
  );
}

function expectAscending(events: readonly Event[]) {
  const cursors = events.map(({ cursor }) => Number(cursor));
  expect(cursors).toEqual(cursors.toSorted((a, b) => a - b));
  expect(new Set(cursors).size).toBe(cursors.length);
}

test('a follower reads each event once and in order while 50 writers add and remove', async () => {
  const start = await endOfLog();
  let isWriting = true;
  const writers = Array.from({ length: 50 }, async (_, at) => {
    const db = openDatabase(service.databaseUrl, { maxConnections: 1 });
    for (let turn = 0; turn < depth.eventsPerWriter; turn += 1) {
      const path = `${at}/${turn >> 1}.txt`;
      await write(db, labAt(at).oclId, path, turn % 2 ? 'FILE_REMOVED' : 'FILE_ADDED');
    }
    await db.$client.end();
  });
  const numbering = Array.from({ length: 2 }, async () => {
    while (isWriting) await numberEvents(service.context);
  });
  const follow = async () => {
    const seen: Event[] = [];
    let cursor = start;
    while (isWriting) {
      const next = await page(cursor, { perPage: 7 });
      seen.push(...next.events);
      cursor = next.endCursor;
    }
    await numberAll();
    return [...seen, ...(await readToEnd(cursor, { perPage: 100 }))];
  };
  const following = follow();
  await Promise.all(writers);
  isWriting = false;
  await Promise.all(numbering);
  const seen = await following;

  expect(seen).toHaveLength(50 * depth.eventsPerWriter);
  expectAscending(seen);
  const byLab = Map.groupBy(
    seen.map(({ id }) => id),
    (id) => id.split(':')[0] ?? '',
  );
  const committed = await committedIds();
  expect(byLab.size).toBe(labs.length);
  for (const [oclId, ids] of byLab) expect(ids).toEqual(committed.get(oclId));
  expect(await service.context.db.$count(unloggedActivity)).toBe(0);
});

test('an event that commits late comes after those that were read before', async () => {
  const { db } = service.context;
  const start = await endOfLog();
  const gate = Promise.withResolvers<void>();
  const late = write(db, labAt(0).oclId, 'late.txt', 'FILE_ADDED', gate.promise);
  await expect
    .poll(
      async () =>
        (await db.execute(sql`select from pg_locks where relation = 'activity'::regclass`)).rowCount,
    )
    .toBeGreaterThan(0);
  await write(db, labAt(1).oclId, 'early.txt', 'FILE_ADDED');
  await numberAll();
  const first = await page(start);
  expect(first.events.map(({ activity }) => activity?.entry?.path)).toEqual(['early.txt']);
  gate.resolve();
  await late;
  await numberAll();
  const second = await page(first.endCursor);
  expect(second.events.map(({ activity }) => activity?.entry?.path)).toEqual(['late.txt']);
});

test('a worker that dies at any step of the numbering loses and repeats nothing', async () => {
  const start = await endOfLog();
  for (let deathAt = 1; ; deathAt += 1) {
    await write(service.context.db, labAt(deathAt).oclId, `${deathAt}.txt`, 'FILE_ADDED');
    const db = openDatabase(service.databaseUrl);
    const fixture = killableFixture(db, deathAt);
    const outcome = await Promise.race([numberEvents({ ...service.context, db }), fixture.died]);
    fixture.bury();
    if (outcome !== 'died') {
      await db.$client.end();
      expect(deathAt).toBeGreaterThan(5);
      break;
    }
    // The lock of the dead worker is free once PostgreSQL has seen the end of its connection.
    await expect
      .poll(async () => {
        await numberEvents(service.context);
        return service.context.db.$count(unloggedActivity);
      })
      .toBe(0);
  }
  const events = await readToEnd(start);
  expectAscending(events);
  const paths = events.map(({ activity }) => activity?.entry?.path);
  expect(paths).toEqual(paths.map((_, at) => `${at + 1}.txt`));
});

describe('activities(after:)', () => {
  let lab: RegisteredLab;
  beforeAll(async () => {
    lab = await registeredLab(service);
    await uploadFile(service, lab, 'x', { path: 'a.txt', description: 'Words' });
    await announce(service, lab);
    await uploadFile(service, lab, 'x', { path: 'b.txt' });
    const viewer = await fundedWallet();
    await grantRole(lab.owner, { oclId: lab.oclId, to: viewer.address, role: 'VIEWER' });
    await indexChain(service.context);
    await numberAll();
  });

  const kindsOf = (events: readonly Event[]) =>
    events.map(({ activity, onChain }) => activity?.__typename ?? onChain?.eventName);

  test('lists feed entries and the onchain events of one lab, whatever the size of a page', async () => {
    const all = await readToEnd('0', { oclId: lab.oclId.toUpperCase().replace('0X', '0x'), perPage: 100 });
    expect(kindsOf(all).slice(0, 3)).toEqual([
      'LabEventFileAdded',
      'LabEventAnnouncement',
      'LabEventFileAdded',
    ]);
    expect(kindsOf(all).slice(3)).toEqual(expect.arrayContaining(['OclIdentityCreated', 'RoleGranted']));
    expect(all.every(({ oclId, lab: where }) => oclId === lab.oclId && where?.oclId === oclId)).toBe(true);
    expect(all.every(({ removed }) => !removed)).toBe(true);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const perPage of [1, 2, 3]) expect(await readToEnd('0', { oclId: lab.oclId, perPage })).toEqual(all);
    expect(await readToEnd(String(all[2]?.cursor), { oclId: lab.oclId })).toEqual(all.slice(3));
  });

  test('filters, and keeps the entries in the field that was there before', async () => {
    const announcements = await page('0', { oclId: lab.oclId, filter: 'ANNOUNCEMENT' });
    expect(kindsOf(announcements.events)).toEqual(['LabEventAnnouncement']);
    expect(announcements).toMatchObject({ activities: [{ __typename: 'LabEventAnnouncement' }] });
    const files = await readToEnd('0', { oclId: lab.oclId, filter: 'FILE' });
    expect(kindsOf(files)).toEqual(['LabEventFileAdded', 'LabEventFileAdded']);
  });

  test('has the events of labs that are not registered, without a lab', async () => {
    const other = await mintLab(lab.owner);
    await indexChain(service.context);
    await numberAll();
    const events = await readToEnd('0', { oclId: other.oclId });
    expect(kindsOf(events)).toContain('OclIdentityCreated');
    expect(events.every((event) => event.lab === null)).toBe(true);
  });

  test('shows no text of a file that was deleted since', async () => {
    const described = async () =>
      (await readToEnd('0', { oclId: lab.oclId })).map(({ activity }) => activity?.entry?.description);
    expect(await described()).toContain('Words');
    await deleteFile(service, lab, 'a.txt');
    expect(await described()).not.toContain('Words');
  });

  test('continues from a page of the feed without a gap', async () => {
    const query = '{ activities(perPage: 3) { endCursor events { id cursor } } }';
    const { activities } = await ask(service, query);
    expect(activities.events[0]).toEqual({ id: `${lab.oclId}:4`, cursor: null });
    // The deletion above has no number yet, so it is read again, under the same id.
    await numberAll();
    const { events } = await page(activities.endCursor);
    expect(events.map(({ id }) => id)).toEqual([`${lab.oclId}:4`]);
    expect((await page(events[0]?.cursor ?? '')).events).toEqual([]);
  });

  test.each([
    ['-1', 'INVALID_CURSOR'],
    ['x', 'INVALID_CURSOR'],
    ['', 'INVALID_CURSOR'],
    ['999999999999999', 'INVALID_CURSOR'],
  ])('rejects the cursor %j', async (after, reason) => {
    const { body } = await post(service, FOLLOW, { after });
    expect(body.errors[0]).toMatchObject({ errorType: 'INVALID_INPUT', errorInfo: { reason } });
  });

  test('rejects oclId without after', async () => {
    const { body } = await post(service, `{ activities(oclId: "${lab.oclId}") { endCursor } }`, {});
    expect(body.errors[0]).toMatchObject({ errorInfo: { reason: 'INVALID_CURSOR' } });
  });
});

test('a page of the log is read by index, however long the log is', async () => {
  const { db } = service.context;
  const { oclId } = labAt(0);
  await db.execute(sql`insert into event_log (number, kind, ocl_id, event)
    select n, 'ONCHAIN', case when n % 100 = 0 then ${oclId} else 'other' end,
      (select event from event_log where event is not null limit 1) from generate_series(1000001, 1050000) n`);
  await db.execute(sql`analyze event_log`);
  for (const variables of [{}, { oclId }, { filter: 'ANNOUNCEMENT' }]) {
    const nodes = await explainQueries(db, () => page('1000500', { perPage: 20, ...variables }));
    const scans = nodes.filter((node) => node['Relation Name'] === 'event_log');
    expect(scans.length).toBeGreaterThan(0);
    for (const node of scans) {
      expect(node['Node Type']).toMatch(/^Index/);
      expect(node['Actual Rows']).toBeLessThanOrEqual(21);
      expect(node['Rows Removed by Filter'] ?? 0).toBe(0);
    }
  }
  await db.execute(sql`delete from event_log where number > 1000000`);
});

test('a reorganization is told, and what replaced the removed events follows', async () => {
  const index = await createTestIndex();
  const chain = new ScriptedChain().mine(...minted(1, person(1))).mine(granted(1, person(2), 2));
  const numbering = { db: index.db, chain: { chainId: 31337 }, config: { environment: 'local' as const } };
  const logged = async () => {
    const { rows } = await index.db.execute<{ name: string; removed: boolean }>(
      sql`select event ->> 'eventName' as name, removed from event_log order by number`,
    );
    return rows.map(({ name, removed }) => (removed ? `-${name}` : name));
  };
  await index.catchUp(chain);
  await numberAll({ context: numbering });
  const before = await logged();
  expect(before.at(-1)).toBe('RoleGranted');

  chain
    .fork(1)
    .mine()
    .mine(granted(1, person(3), 1));
  await index.catchUp(chain);
  await numberAll({ context: numbering });
  expect(await logged()).toEqual([...before, '-RoleGranted', 'RoleGranted']);
  const { rows } = await index.db.execute(
    sql`select event -> 'args' ->> 'account' as account from event_log where kind = 'ONCHAIN' order by number desc limit 2`,
  );
  expect(rows).toEqual([{ account: person(3) }, { account: person(2) }]);
  await numberAll({ context: numbering });
  expect(await logged()).toHaveLength(before.length + 2);

  // Elsewhere than on a developer's machine, an event waits until its block is confirmed.
  const confirmed = { ...numbering, config: { environment: 'staging' as const } };
  chain.mine(granted(1, person(4), 1)).mineEmpty(31);
  await index.catchUp(chain);
  await numberAll({ context: confirmed });
  expect(await logged()).toHaveLength(before.length + 2);
  chain.mine();
  await index.catchUp(chain);
  await numberAll({ context: confirmed });
  expect(await logged()).toHaveLength(before.length + 3);
  await index.drop();
});
