import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '#testing/test-client.ts';
import { type RegisteredLab, registeredLab } from '#testing/test-registered-lab.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { uploadFile } from '#testing/test-upload.ts';

let service: TestService;
let lab: RegisteredLab;
beforeAll(async () => {
  service = await startTestService();
  lab = await registeredLab(service);
  await uploadFile(service, lab, 'x', { path: 'runs/first.csv', tags: ['Raw data', 'Assay'] });
  await uploadFile(service, lab, 'x', { path: 'runs/100%.csv', description: 'Übersicht of the assay' });
  await uploadFile(service, lab, 'x', { path: 'notes.md', tags: ['Zebra fish'] });
});
afterAll(() => service.stop());

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
