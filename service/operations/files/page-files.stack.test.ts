import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { capturedStatements, explainQueries } from '#testing/captured-queries.ts';
import { ask } from '#testing/test-client.ts';
import { registeredLab } from '#testing/test-registered-lab.ts';
import { openTestService } from '#testing/test-service.ts';
import { uploadFile } from '#testing/test-upload.ts';
import { pageFiles } from './file-store.ts';

const service = await openTestService({ insertsRows: true });
const lab = await registeredLab(service);
await uploadFile(service, lab, 'x', { path: 'runs/first.csv', tags: ['Raw data', 'Assay'] });
await uploadFile(service, lab, 'x', { path: 'runs/100%.csv', description: 'Übersicht of the assay' });
await uploadFile(service, lab, 'x', { path: 'notes.md', tags: ['Zebra fish'] });

test.each([
  ['RUNS/', ['runs/100%.csv', 'runs/first.csv']],
  ['assay', ['runs/100%.csv', 'runs/first.csv']],
  ['übersicht', ['runs/100%.csv']],
  ['w dat', ['runs/first.csv']],
  ['FISH', ['notes.md']],
  ['data assay', []],
  ['%', ['runs/100%.csv']],
  ['_', []],
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
    const statements = await capturedStatements(service.context.db, async () => {
      answer = (await ask(service, query, { oclId: lab.oclId, page })).labWithDataRoomAndFiles.dataRoom
        .filesPage;
    });
    return { answer, ofVersions: statements.filter(({ text }) => text.includes('"file_versions"')).length };
  };
  // Often enough that PostgreSQL may keep a plan for all values.
  for (let time = 0; time < 8; time += 1) {
    for (const page of [0, 1, 2]) {
      const [alone, whole] = [await read(own, page), await read(`${own} contentHash`, page)];
      expect([alone.ofVersions, whole.ofVersions]).toEqual([0, 1]);
      const nodes = whole.answer.nodes.map(({ contentHash: _, ...file }) => file);
      expect(alone.answer).toEqual({ totalCount: 3, nodes });
      expect(nodes).toHaveLength([2, 1, 0][page] ?? 0);
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
