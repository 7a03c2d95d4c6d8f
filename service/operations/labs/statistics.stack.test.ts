import { ask } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { expect, test } from 'vitest';
import { keyReleases } from '#platform/db/tables/key-releases.ts';

const service = await openTestService({ insertsRows: true });
const lab = await registeredLab(service);
await registeredLab(service);
await uploadFile(service, lab, 'four', { path: 'runs/first.csv', tags: ['Assay'] });
await uploadFile(service, lab, 'longer', { path: 'runs/deep/second.csv', tags: ['assay'] });
const { datasetId: ref } = await uploadFile(service, lab, 'x', { path: 'notes.md', tags: ['notes'] });
await uploadFile(service, lab, 'much longer', { ref, tags: ['notes'] });
const hour = 3_600_000;
const release = {
  oclId: lab.oclId,
  fileDid: 'did:test',
  version: 1,
  wallet: lab.wallet,
  predicates: [],
  requestId: 'r',
};
await service.context.db.insert(keyReleases).values([
  { ...release, outcome: 'released', at: new Date(Date.now() - hour) },
  { ...release, outcome: 'refused', at: new Date(Date.now() - hour) },
  { ...release, outcome: 'released', at: new Date() },
]);

test('statistics counts labs, files, all versions, and key releases up to the last full hour', async () => {
  const query = '{ statistics { labs labsWithToken files storedBytes keysReleased } }';
  const { statistics } = await ask(service, query);
  expect(statistics).toEqual({ labs: 2, labsWithToken: 0, files: 3, storedBytes: '22', keysReleased: 1 });
});

test('statistics show how the totals grew by week, and the most common tags', async () => {
  const query = '{ statistics { weeks { endsAt labs files storedBytes } topics { tag labs files } } }';
  const { weeks, topics } = (await ask(service, query)).statistics;
  expect(weeks).toHaveLength(26);
  expect(weeks.at(-2)).toMatchObject({ labs: 0, files: 0, storedBytes: '0' });
  expect(weeks.at(-1)).toMatchObject({ labs: 2, files: 3, storedBytes: '22' });
  expect(Date.parse(weeks.at(-1).endsAt)).toBeGreaterThan(Date.now());
  expect(topics).toEqual([
    { tag: 'assay', labs: 1, files: 2 },
    { tag: 'notes', labs: 1, files: 1 },
  ]);
});

test('statistics are read from the database once a minute', async () => {
  const query = '{ statistics { files } }';
  const before = await ask(service, query);
  await uploadFile(service, lab, 'x', { path: 'later.md' });
  expect(await ask(service, query)).toEqual(before);
});
