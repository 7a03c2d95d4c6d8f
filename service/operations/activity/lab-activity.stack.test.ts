import { ask } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { announce, deleteFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { expect, test } from 'vitest';
import { brokenInvariants } from '#operator/check/invariants.ts';

interface Entry {
  __typename: string;
  entry?: { path: string };
  announcement?: { headline: string };
}

const service = await openTestService({ insertsRows: true });
const lab = await registeredLab(service);
// Announcements first, last, alone and in a row.
for (const [at, kind] of [...'aafaffaaaffffaffa'].entries()) {
  if (kind === 'f') await uploadFile(service, lab, 'x', { path: `${at}.txt` });
  else await announce(service, lab, { headline: `${at}` });
}
await deleteFile(service, lab, '2.txt');

async function feed(page: number, perPage: number, filter: string | null) {
  const query = `query($oclId: String!, $page: Int!, $perPage: Int!, $filter: LabActivityFilter) {
    labActivity(oclId: $oclId, page: $page, perPage: $perPage, filter: $filter) {
      nodes { __typename ... on LabEventFileAdded { entry { path } } ... on LabEventFileRemoved { entry { path } }
        ... on LabEventAnnouncement { announcement { headline } } }
      pageInfo { totalPages hasNextPage } } }`;
  const { labActivity } = await ask(service, query, { oclId: lab.oclId, page, perPage, filter });
  return labActivity as { nodes: Entry[]; pageInfo: { totalPages: number; hasNextPage: boolean } };
}

test.each([
  ['everything', null, () => true],
  ['files', 'FILE', ({ __typename }: Entry) => __typename !== 'LabEventAnnouncement'],
  ['announcements', 'ANNOUNCEMENT', ({ __typename }: Entry) => __typename === 'LabEventAnnouncement'],
])('the pages of %s are stretches of one list, whatever their size', async (_, filter, isWanted) => {
  const { nodes: all } = await feed(0, 100, null);
  expect(all).toHaveLength(18);
  const wanted = all.filter(isWanted);
  for (const perPage of [1, 2, 3, 5, 100]) {
    const totalPages = Math.ceil(wanted.length / perPage);
    for (let page = 0; page <= totalPages; page += 1) {
      const got = await feed(page, perPage, filter);
      expect(got.nodes).toEqual(wanted.slice(page * perPage, (page + 1) * perPage));
      expect(got.pageInfo).toEqual({ totalPages, hasNextPage: page + 1 < totalPages });
    }
  }
});

test('fileCount of a data room is read without counting files', async () => {
  const query = `query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom {
    whole: filesPage(perPage: 3) { nodes { path } totalCount pageInfo { totalPages } }
    last: filesPage(page: 2, perPage: 3) { nodes { path } }
    some: filesPage(prefix: "1") { totalCount } } } }`;
  const { dataRoom } = (await ask(service, query, { oclId: lab.oclId })).labWithDataRoomAndFiles;
  expect(dataRoom.whole).toMatchObject({ totalCount: 8, pageInfo: { totalPages: 3 } });
  expect(dataRoom.last.nodes).toHaveLength(2);
  expect(dataRoom.some.totalCount).toBe(5);
  expect(await brokenInvariants(service.context.db)).toEqual([]);
  const { $client } = service.context.db;
  await $client.query('update labs set file_count = file_count + 1 where ocl_id = $1', [lab.oclId]);
  expect(await brokenInvariants(service.context.db)).toEqual([
    `${lab.oclId} violates: the file count of a lab is the number of its files.`,
  ]);
});
