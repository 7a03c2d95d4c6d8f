import { capturedStatements } from '@labroom/testing/captured-queries.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { expect, test } from 'vitest';
import { findLab } from '#core/labs/lab-rows.ts';
import { findLabWithFiles } from './lab-with-files.ts';

const service = await openTestService();
const { db } = service.context;
const lab = await registeredLab(service);
const other = await registeredLab(service);
for (const path of ['b.txt', 'a/Ä.txt', 'B.txt'])
  await uploadFile(service, lab, path, { path, tags: ['Raw data'], description: '"quoted", {braced}' });

test('concurrent requests get their own lab and number of files from one statement, equal to those read alone', async () => {
  const unknown = `0x${'ff'.repeat(32)}` as const;
  const size = (perPage: number, withVersions = false) => ({ perPage, withVersions });
  let found: Awaited<ReturnType<typeof findLabWithFiles>>[] = [];
  const statements = await capturedStatements(db, async () => {
    found = await Promise.all([
      findLabWithFiles(db, lab.oclId, size(2)),
      findLabWithFiles(db, unknown, size(2)),
      findLabWithFiles(db, other.oclId, size(2)),
      findLabWithFiles(db, lab.oclId, size(50, true)),
      findLabWithFiles(db, lab.oclId, null),
    ]);
  });
  expect(statements).toHaveLength(1);
  const [two, none, empty, all, alone] = found;
  expect([none, empty?.oclId, empty?.firstFiles?.rows]).toEqual([undefined, other.oclId, []]);
  expect(two?.firstFiles?.rows.map(({ path }) => path)).toEqual(['B.txt', 'a/Ä.txt']);
  expect(all?.firstFiles?.rows.map(({ path, newest }) => [path, newest.version])).toEqual([
    ['B.txt', 1],
    ['a/Ä.txt', 1],
    ['b.txt', 1],
  ]);
  expect(alone).toEqual(await findLab(db, lab.oclId));
});

test.each([
  ['', 1],
  ['(perPage: 2)', 1],
  ['(perPage: $n)', 1],
  ['(page: 1, perPage: 2)', 2],
  ['(prefix: "a/")', 2],
  ['(search: "raw")', 2],
])(
  'filesPage%s is the same by oclId and by shortname, and takes %i statements after the caller',
  async (args, most) => {
    const asking = async (named: 'oclId' | 'shortname', value: string) => {
      let answer: unknown;
      const query = `query($name: String!${args.includes('$n') ? ', $n: Int' : ''}) { labWithDataRoomAndFiles(${named}: $name) { shortname storage: dataRoom { storageLimit }
      dataRoom { page: filesPage${args} { totalCount pageInfo { totalPages } nodes {
        did path contentHash contentLength createdAt updatedAt description tags categories } } } } }`;
      const statements = await capturedStatements(db, async () => {
        answer = await ask(service, query, { name: value, n: 1 });
      });
      return { answer, statements: statements.length - 1 };
    };
    const byId = await asking('oclId', lab.oclId);
    const { shortname } = (await findLab(db, lab.oclId)) ?? { shortname: '' };
    expect(byId.answer).toEqual((await asking('shortname', shortname)).answer);
    expect(byId.statements).toBe(most);
  },
);

test('two pages of one query have each its own files', async () => {
  const query = `query($id: String!) { labWithDataRoomAndFiles(oclId: $id) { dataRoom {
    one: filesPage(perPage: 1) { nodes { path } } rest: filesPage(page: 1, perPage: 1) { nodes { path } } three: filesPage { nodes { path contentHash } } } } }`;
  const { dataRoom } = (await ask(service, query, { id: lab.oclId })).labWithDataRoomAndFiles;
  const counts = [dataRoom.one, dataRoom.rest, dataRoom.three].map(({ nodes }) => nodes.length);
  expect([counts, dataRoom.rest.nodes[0].path]).toEqual([[1, 1, 3], 'a/Ä.txt']);
});
