import { ask } from '@labroom/testing/test-client.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { announce } from '@labroom/testing/test-upload.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { appendToFeed } from '#core/feed/write-feed.ts';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import { openDatabase } from '#platform/db/open-database.ts';

const GROUPS = `query($oclId: String, $page: Int, $perPage: Int, $entries: Int, $filter: LabActivityFilter, $changeBy: String) {
  activityGroups(oclId: $oclId, page: $page, perPage: $perPage, filter: $filter, changeBy: $changeBy) {
    nodes { number entryCount fileCount startedAt endedAt lab { oclId }
      entries(perPage: $entries) { __typename ... on LabEventFileAdded { entry { path changeBy } } } }
    pageInfo { totalPages hasNextPage } } }`;

interface Group {
  number: number;
  entryCount: number;
  fileCount: number;
  entries: { __typename: string; entry?: { path: string; changeBy: string } }[];
}

const service = await openTestService({ insertsRows: true });

interface Change {
  kind?: 'FILE_ADDED' | 'FILE_UPDATED' | 'FILE_REMOVED';
  by?: string;
  accessLevel?: string;
  previousAccessLevel?: string;
}

/** Adds an entry about a file to a feed, as a use case does. */
function write(lab: RegisteredLab, path: string, change: Change = {}, { db } = service.context) {
  const { kind = 'FILE_ADDED', by = '0x01', accessLevel = 'PUBLIC', previousAccessLevel } = change;
  const file = {
    ref: `did:odf:${path}`,
    path,
    tags: [],
    description: null,
    version: 1,
    accessLevel,
    categories: [],
    contentType: 'text/plain',
    contentHash: 'sha256:00',
    contentText: null,
    ...(previousAccessLevel && { previousAccessLevel }),
  };
  return db.transaction((tx) => appendToFeed(tx as LabTransaction, lab.oclId, { kind, changeBy: by, file }));
}

/** Lets time pass between the entries so far and the next one. */
async function wait(lab: RegisteredLab, minutes: number) {
  const pause = sql`make_interval(mins => ${minutes})`;
  const { db } = service.context;
  await db.execute(sql`update activity_groups set started_at = started_at - ${pause}, ended_at = ended_at - ${pause}
    where ocl_id = ${lab.oclId}`);
}

async function groupsOf(
  lab: RegisteredLab | null,
  variables: Record<string, unknown> = {},
): Promise<Group[]> {
  const data = await ask(service, GROUPS, { oclId: lab?.oclId, perPage: 100, ...variables });
  return data.activityGroups.nodes;
}
const counts = async (lab: RegisteredLab) =>
  (await groupsOf(lab)).map(({ entryCount, fileCount }) => [entryCount, fileCount]);

test('240 files that two wallets add at once are two groups, with their newest entries', async () => {
  const lab = await registeredLab(service);
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    const db = openDatabase(service.databaseUrl, { maxConnections: 1 });
    for (let file = 0; file < 60; file += 1)
      await write(lab, `${writer}/${file}.csv`, { by: `0x0${writer % 2}` }, { ...service.context, db });
    await db.$client.end();
  });
  await Promise.all(writers);

  const groups = await groupsOf(lab, { entries: 5 });
  expect(groups.map(({ number, entryCount, fileCount }) => [number, entryCount, fileCount])).toEqual([
    [2, 240, 240],
    [1, 240, 240],
  ]);
  const QUERY = `query($oclId: String!, $number: Int!, $page: Int!) { activityGroup(oclId: $oclId, number: $number) {
    entryCount entries(page: $page, perPage: 100) { ... on LabEventFileAdded { entry { path changeBy } } } } }`;
  for (const group of groups) {
    const pages = [];
    for (const page of [0, 1, 2, 3])
      pages.push(
        ...(await ask(service, QUERY, { oclId: lab.oclId, number: group.number, page })).activityGroup
          .entries,
      );
    expect(new Set(pages.map(({ entry }) => entry.path)).size).toBe(240);
    expect(new Set(pages.map(({ entry }) => entry.changeBy)).size).toBe(1);
    expect(group.entries.map(({ entry }) => entry?.path)).toEqual(
      pages.slice(0, 5).map(({ entry }) => entry.path),
    );
  }
});

test('the groups of one wallet are paged without those of others', async () => {
  const lab = await registeredLab(service);
  const [one, other] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`];
  for (const [index, by] of [one, other, one, other, one].entries())
    await write(lab, `${index}.csv`, { by, kind: index % 2 ? 'FILE_REMOVED' : 'FILE_ADDED' }).then(() =>
      wait(lab, 11),
    );
  const page = async (number: number) =>
    (await groupsOf(lab, { changeBy: one.toUpperCase().replace('0X', '0x'), page: number, perPage: 2 })).map(
      (group) => group.number,
    );
  expect([await page(0), await page(1), await page(2)]).toEqual([[5, 3], [1], []]);
  expect(await groupsOf(lab, { changeBy: `0x${'c3'.repeat(20)}` })).toEqual([]);
  const refused = [{ changeBy: 'me' }, { changeBy: one, filter: 'FILE' }, { changeBy: one, oclId: null }];
  for (const variables of refused) await expect(groupsOf(lab, variables)).rejects.toThrow();
});

describe('a new group begins', () => {
  test.each<[string, Change, number]>([
    ['with another kind of change', { kind: 'FILE_REMOVED' }, 0],
    ['with another wallet', { by: '0x02' }, 0],
    ['when a file becomes public', { previousAccessLevel: 'ADMIN' }, 0],
    ['after a pause of ten minutes', {}, 11],
  ])('%s', async (_, change, pause) => {
    const lab = await registeredLab(service);
    await write(lab, 'a.csv');
    await wait(lab, pause);
    await write(lab, 'b.csv', change);
    expect(await counts(lab)).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test('an hour after the group began, though no pause was that long', async () => {
    const lab = await registeredLab(service);
    for (let nine = 0; nine < 8; nine += 1) {
      await write(lab, `${nine}.csv`);
      await wait(lab, 9);
    }
    expect(await counts(lab)).toEqual([
      [1, 1],
      [7, 7],
    ]);
  });
});

test('files made public and files made secret are told apart, and a file counts once', async () => {
  const lab = await registeredLab(service);
  for (const path of ['a.csv', 'b.csv', 'a.csv'])
    await write(lab, path, { kind: 'FILE_UPDATED', previousAccessLevel: 'ADMIN' });
  for (const path of ['a.csv', 'b.csv'])
    await write(lab, path, { kind: 'FILE_UPDATED', accessLevel: 'HOLDERS', previousAccessLevel: 'PUBLIC' });
  await write(lab, 'a.csv', { kind: 'FILE_UPDATED', accessLevel: 'ADMIN', previousAccessLevel: 'HOLDERS' });
  expect(await counts(lab)).toEqual([
    [1, 1],
    [2, 2],
    [3, 2],
  ]);
});

test.each([
  ['everything', null],
  ['files', 'FILE'],
  ['announcements', 'ANNOUNCEMENT'],
])(
  'the pages of %s are stretches of one list, which keeps its order while a group grows',
  async (_, filter) => {
    const lab = await registeredLab(service);
    for (const [at, kind] of [...'afafaafffaf'].entries()) {
      if (kind === 'f') await write(lab, `${at}.csv`, { by: `0x${at}` });
      else await announce(service, lab, { headline: `${at}` });
    }
    const numbers = async (page: number, perPage: number) =>
      (await groupsOf(lab, { page, perPage, filter })).map(({ number }) => number);
    const all = await numbers(0, 100);
    expect(all).toHaveLength(filter === null ? 11 : filter === 'FILE' ? 6 : 5);
    for (const perPage of [1, 2, 3]) {
      for (let page = 0; page * perPage <= all.length; page += 1)
        expect(await numbers(page, perPage)).toEqual(all.slice(page * perPage, (page + 1) * perPage));
    }
    await write(lab, 'late.csv', { by: '0x1' });
    expect(await numbers(0, 100)).toEqual(all);
  },
);

test('the pages of all labs are stretches of one list', async () => {
  for (let more = 0; more < 3; more += 1) await write(await registeredLab(service), 'x.csv');
  const all = await groupsOf(null);
  for (let page = 0; page * 4 < all.length; page += 1)
    expect(await groupsOf(null, { page, perPage: 4 })).toEqual(all.slice(page * 4, page * 4 + 4));
});

test('a group that does not exist is null', async () => {
  const lab = await registeredLab(service);
  for (const number of [0, 1, -1]) {
    const query = `{ activityGroup(oclId: "${lab.oclId}", number: ${number}) { number } }`;
    expect((await ask(service, query)).activityGroup).toBeNull();
  }
});

test('a feed whose entries got other times is grouped by them', async () => {
  const lab = await registeredLab(service);
  for (const path of ['a.csv', 'b.csv', 'c.csv']) await write(lab, path);
  expect(await counts(lab)).toEqual([[3, 3]]);
  const { db } = service.context;
  await db.execute(
    sql`update activity set system_time = system_time - interval '1 day' where ocl_id = ${lab.oclId} and seq = 1`,
  );
  await db.execute(sql`select group_activity(${lab.oclId})`);
  expect(await counts(lab)).toEqual([
    [2, 2],
    [1, 1],
  ]);
});
