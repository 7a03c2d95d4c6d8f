import { explainQueries } from '@labroom/testing/captured-queries.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fileColumnsOf } from './file-columns.ts';
import { pageFiles } from './page-files.ts';

const service = await openTestService({ insertsRows: true });
const lab = await registeredLab(service);
await uploadFile(service, lab, 'x', { path: 'runs/first.csv', tags: ['Raw data', 'Assay'] });
await uploadFile(service, lab, 'x', { path: 'runs/100%.csv', description: 'Übersicht of the assay' });
const long = 'Measured every Monday with the same instrument, in the room below the roof';
await uploadFile(service, lab, 'x', { path: 'notes.md', tags: ['Zebra fish'], description: long });

test.each([
  ['RUNS/', ['runs/100%.csv', 'runs/first.csv']],
  ['assay', ['runs/100%.csv', 'runs/first.csv']],
  ['übersicht', ['runs/100%.csv']],
  ['w dat', ['runs/first.csv']],
  ['FISH', ['notes.md']],
  ['data assay', []],
  ['%', ['runs/100%.csv']],
  ['_', []],
  ['a', ['notes.md', 'runs/100%.csv', 'runs/first.csv']],
  [long.toUpperCase(), ['notes.md']],
  [`${long}s`, []],
])('filesPage finds %j in a path, a description or one tag, whatever its case', async (search, paths) => {
  const query = `query($oclId: String!, $search: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom {
    filesPage(search: $search) { totalCount nodes { path } } } } }`;
  const { filesPage } = (await ask(service, query, { oclId: lab.oclId, search })).labWithDataRoomAndFiles
    .dataRoom;
  const found = filesPage.nodes.map((file: { path: string }) => file.path);
  expect([filesPage.totalCount, found]).toEqual([paths.length, paths]);
});

test('filesPage finds the files of one access level, and refuses an unknown one', async () => {
  const query = `query($oclId: String!, $level: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom {
    filesPage(accessLevel: $level, perPage: 2) { totalCount nodes { path } } } } }`;
  const counted = async (level: string) =>
    (await ask(service, query, { oclId: lab.oclId, level })).labWithDataRoomAndFiles.dataRoom.filesPage;
  expect(await counted('PUBLIC')).toMatchObject({ totalCount: 3, nodes: [{}, {}] });
  expect(await counted('HOLDERS')).toEqual({ totalCount: 0, nodes: [] });
  await expect(counted('SECRET')).rejects.toThrow('must be PUBLIC, HOLDERS or ADMIN');
});

test('a page is the same whether or not its newest versions are read, and they are read only if asked for', async () => {
  const own = 'did path version accessLevel description tags categories createdAt updatedAt changeBy';
  const read = async (fields: string, page: number) => {
    const query = `query($oclId: String!, $page: Int) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom {
      filesPage(page: $page, perPage: 2) { totalCount nodes { ...Fields } } } } } fragment Fields on DataRoomFile { ${fields} }`;
    let answer: { nodes: { contentHash?: string }[] } = { nodes: [] };
    const plan = await explainQueries(service.context.db, async () => {
      answer = (await ask(service, query, { oclId: lab.oclId, page })).labWithDataRoomAndFiles.dataRoom
        .filesPage;
    });
    return { answer, readsVersions: plan.some((node) => node['Relation Name'] === 'file_versions') };
  };
  const nodesOn = [2, 1, 0] as const;
  // Often enough that PostgreSQL may keep a plan for all values.
  for (let time = 0; time < 8; time += 1) {
    for (const page of [0, 1, 2] as const) {
      const [alone, whole] = [await read(own, page), await read(`${own} contentHash`, page)];
      expect([alone.readsVersions, whole.readsVersions]).toEqual([false, nodesOn[page] > 0]);
      const nodes = whole.answer.nodes.map(({ contentHash: _, ...file }) => file);
      expect(alone.answer).toEqual({ totalCount: 3, nodes });
      expect(nodes).toHaveLength(nodesOn[page]);
    }
  }
});

test('a word is found without reading the files that lack it, in this lab and in others', async () => {
  const { db } = service.context;
  const other = await registeredLab(service);
  await uploadFile(service, other, 'x', { path: 'runs/first.csv' });
  await db.execute(sql`
    with added as (
      insert into files (ocl_id, did, path, version, access_level, tags, categories, change_by)
      select ocl_id, did || n, 'plates/' || md5(ocl_id || n) || '.txt', 1, access_level, '{}', '{}', change_by
      from files, generate_series(1, 1000) n where path = 'runs/first.csv' returning id)
    insert into file_versions (file_id, version, object_key, content_type, sha256, content_length, change_by, access_level)
    select id, 1, 'files/' || id, 'text/plain', repeat('0', 64), 0, '0x', 'PUBLIC' from added`);
  await db.execute(sql`analyze files`);
  const plan = await explainQueries(db, () =>
    pageFiles(db, {
      page: 0,
      perPage: 20,
      withHidden: true,
      lab: { oclId: lab.oclId, fileCount: 1_003 },
      search: 'assay',
      withVersions: true,
    }),
  );
  const looked = plan
    .filter((node) => node['Relation Name'] === 'files')
    .map(
      (node) =>
        node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0),
    );
  expect(Math.max(...looked)).toBe(2);
});

const COLUMNS = `dids paths versions contentTypes accessLevels contentLengths updatedAts changeBys summaries tags categories
  publicVersions`;
const ROWS = `did path version contentType accessLevel contentLength updatedAt changeBy description tags categories
  publicVersions`;

async function columnsOf(oclId: string, args = '') {
  const query = `query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom {
    fileColumns${args} { hasMore ${COLUMNS} } } } }`;
  return (await ask(service, query, { oclId })).labWithDataRoomAndFiles.dataRoom.fileColumns;
}

test('fileColumns says of every file what filesPage says, and of descriptions the beginning', async () => {
  const own = await registeredLab(service);
  await uploadFile(service, own, 'x', {
    path: 'runs/first.csv',
    tags: ['Raw data'],
    categories: ['Dataset'],
  });
  await uploadFile(service, own, 'xy', { path: 'a.md', description: `${'é'.repeat(400)} cortex` });
  const { hasMore, ...columns } = await columnsOf(own.oclId);
  const page = `query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom {
    filesPage { nodes { ${ROWS} } } } } }`;
  const { nodes } = (await ask(service, page, { oclId: own.oclId })).labWithDataRoomAndFiles.dataRoom
    .filesPage;
  expect([hasMore, nodes.length]).toEqual([false, 2]);
  const lists: unknown[][] = Object.values(columns);
  expect(lists.map(({ length }) => length)).toEqual(lists.map(() => 2));
  const summarized = nodes.map((file: { description: string | null }) => ({
    ...file,
    description: file.description?.slice(0, 160) ?? null,
  }));
  expect(nodes.map((_: unknown, index: number) => lists.map((list) => list[index]))).toEqual(
    summarized.map((file: object) => Object.values(file)),
  );
  expect((await columnsOf(own.oclId, '(search: "CORTEX a.m")')).paths).toEqual(['a.md']);
});

test.each([
  ['(prefix: "runs/")', ['runs/100%.csv', 'runs/first.csv']],
  ['(prefix: "run_")', []],
  ['(search: "data ASSAY")', ['runs/first.csv']],
  ['(search: "assay  CSV")', ['runs/100%.csv', 'runs/first.csv']],
  ['(search: "assay", prefix: "runs/f")', ['runs/first.csv']],
  ['(search: "data fish")', []],
  ['(search: "0%.")', ['runs/100%.csv']],
])('fileColumns%s lists the files with this prefix and every word', async (args, paths) => {
  expect((await columnsOf(lab.oclId, args)).paths).toEqual(paths);
});

test('fileColumns lists a bounded number of files and says that there are more', async () => {
  const { db } = service.context;
  const room = { oclId: lab.oclId, withHidden: true };
  const runs = { prefix: 'runs/' };
  const bounded = await fileColumnsOf(db, room, runs, 1);
  expect(bounded).toMatchObject({ hasMore: true, paths: ['runs/100%.csv'] });
  expect(await fileColumnsOf(db, room, runs, 2)).toMatchObject({ hasMore: false });
});
