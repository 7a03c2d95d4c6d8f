import { capturedStatements } from '@labroom/testing/captured-queries.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { encryptFor, uploadSecret } from '@labroom/testing/test-encryption.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { deleteFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { expect, test } from 'vitest';

const service = await openTestService();
const lab = await registeredLab(service);
await uploadFile(service, lab, 'four', { path: 'runs/first.csv' });
await uploadFile(service, lab, 'longer', { path: 'runs/deep/second.CSV' });
const { datasetId: ref } = await uploadFile(service, lab, 'x', { path: 'notes.md' });
await uploadFile(service, lab, 'much longer', { ref });
await uploadSecret(service, lab, 'secret', { path: 'Makefile' });

// No token: these figures are public, as the list of files is.
async function figures(fields: string) {
  const query = `query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom { ${fields} } } }`;
  return (await ask(service, query, { oclId: lab.oclId })).labWithDataRoomAndFiles.dataRoom;
}

test('folders count files and the bytes of newest versions by top-level folder and access level', async () => {
  const { folders } = await figures('folders { name accessLevel fileCount bytes }');
  expect(folders).toEqual([
    { name: null, accessLevel: 'ADMIN', fileCount: 1, bytes: expect.any(String) },
    { name: null, accessLevel: 'PUBLIC', fileCount: 1, bytes: '11' },
    { name: 'runs', accessLevel: 'PUBLIC', fileCount: 2, bytes: '10' },
  ]);
});

test('extensions count files and bytes by the end of their names and access level', async () => {
  const { extensions } = await figures('extensions { extension accessLevel fileCount bytes }');
  expect(extensions).toEqual([
    { extension: null, accessLevel: 'ADMIN', fileCount: 1, bytes: expect.any(String) },
    { extension: 'md', accessLevel: 'PUBLIC', fileCount: 1, bytes: '11' },
    { extension: 'csv', accessLevel: 'PUBLIC', fileCount: 2, bytes: '10' },
  ]);
});

test('weeks count the versions of the current week by access', async () => {
  const { weeks } = await figures('weeks { startsAt publicCount encryptedCount }');
  expect(weeks).toEqual([{ startsAt: expect.any(String), publicCount: 4, encryptedCount: 1 }]);
  const start = new Date(weeks[0].startsAt);
  expect(start.getUTCDay()).toBe(1);
  expect(start.toISOString()).toMatch(/T00:00:00.000Z$/);
  expect(Date.now() - start.getTime()).toBeLessThan(7 * 86_400_000);
});

test('histories have the files with several versions', async () => {
  const { histories } = await figures('histories { did path versions { version accessLevel createdAt } }');
  const version = { version: 1, accessLevel: 'PUBLIC', createdAt: expect.any(String) };
  expect(histories).toEqual([
    {
      did: ref,
      path: 'notes.md',
      versions: [version, { ...version, version: 2 }],
    },
  ]);
});

test('pictures are public images of at most 2 MB, the newest first', async () => {
  const image = 'image/png';
  await uploadFile(service, lab, 'older', { path: 'gel.png' }, image);
  await uploadFile(service, lab, 'newer', { path: 'plate.png' }, image);
  await uploadFile(service, lab, Buffer.alloc(2_000_001), { path: 'large.png' }, image);
  const { ciphertext, encryptionMetadata } = await encryptFor(service, lab, 'secret');
  const encrypted = { path: 'secret.png', accessLevel: 'ADMIN', encryptionMetadata };
  await uploadFile(service, lab, ciphertext, encrypted, image);
  const { pictures } = await figures('pictures { path downloadUrl }');
  expect(pictures.map(({ path }: { path: string }) => path)).toEqual(['plate.png', 'gel.png']);
});

test('figures are read from the database once until a file changes', async () => {
  const fields =
    'folders { name } extensions { extension fileCount } weeks { publicCount } histories { did } pictures { path }';
  const before = await figures(fields);
  const repeated = await capturedStatements(service.context.db, async () => {
    expect(await figures(fields)).toEqual(before);
  });
  // The statement for the lab names the table too, and reads it only for fields of files.
  const ofFigures = repeated.filter(({ text }) => !text.includes('asked.versions'));
  expect(ofFigures.filter(({ text }) => text.includes('file_versions'))).toEqual([]);
  await deleteFile(service, lab, 'notes.md');
  const after = await figures(fields);
  expect(after.histories).toEqual([]);
  expect(after.weeks).toEqual([{ publicCount: 5 }]);
});
