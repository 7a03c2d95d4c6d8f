import { RestoreFileVersionDocument } from '@labroom/client/documents';
import { ask, reasonOf, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import { decryptDataKey, uploadSecret } from '@labroom/testing/test-encryption.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import {
  type Author,
  deleteFile,
  fileAt,
  sent,
  trashFile,
  uploadFile,
} from '@labroom/testing/test-upload.ts';
import { isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { brokenInvariants } from '#operator/check/invariants.ts';
import { uploads } from '#platform/db/tables/files.ts';

const USED = 'query($o: String!) { labWithDataRoomAndFiles(oclId: $o) { dataRoom { storageUsed } } }';
const FEED = `query($o: String!) { labActivity(oclId: $o, page: 0, perPage: 1) { nodes {
  ... on LabEventFileUpdated { entry { version accessLevel previousAccessLevel publicVersions contentText } } } } }`;
const VERSIONS = `query($o: String!, $path: String!) { dataRoomFile(oclId: $o, path: $path) {
  versions { version accessLevel restoredFrom contentHash contentType downloadUrl } } }`;

const service = await openTestService();
const lab = await registeredLab(service);

const restore = (author: Author, ref: string, version: number) =>
  resultOf(service, RestoreFileVersionDocument, { oclId: author.oclId, ref, version }, author.token);
const used = async () =>
  Number((await ask(service, USED, { o: lab.oclId })).labWithDataRoomAndFiles.dataRoom.storageUsed);
const newestEntry = async () => (await ask(service, FEED, { o: lab.oclId })).labActivity.nodes[0].entry;

test('an encrypted version becomes the newest, opens with its own key, and says what stays public', async () => {
  const path = 'assay.txt';
  const secret = await uploadSecret(service, lab, 'secret', { path });
  const { datasetId: ref, ciphertext, encryptionMetadata } = secret;
  const text = { ref, contentText: 'of the public version' };
  await uploadFile(service, lab, 'public', text, 'text/markdown');
  const before = await used();
  expect(await restore(lab, ref, 1)).toEqual({
    version: 3,
    publicVersions: [2],
    message: 'Version 3 added. Version 2 stays public.',
    error: null,
  });
  expect(await newestEntry()).toEqual({
    ...{ version: 3, accessLevel: 'ADMIN', previousAccessLevel: 'PUBLIC', publicVersions: [2] },
    contentText: null,
  });
  const file = await fileAt(service, lab, path);
  expect(file).toMatchObject({ version: 3, accessLevel: 'ADMIN', publicVersions: [2], contentText: null });
  expect(Buffer.from(await (await fetch(file.downloadUrl)).arrayBuffer())).toEqual(ciphertext);
  for (const version of [1, 3, undefined]) {
    const { plaintextDEK, iv } = await decryptDataKey(service, lab, { ref, ...(version && { version }) });
    expect([plaintextDEK, iv]).toEqual([secret.plaintextDEK, encryptionMetadata.iv]);
  }
  // Back to the public version, and again to the restored one.
  expect(await restore(lab, ref, 2)).toMatchObject({ version: 4, publicVersions: [], error: null });
  expect(await newestEntry()).toMatchObject({ accessLevel: 'PUBLIC', previousAccessLevel: 'ADMIN' });
  expect(await restore(lab, ref, 3)).toMatchObject({ version: 5, publicVersions: [2, 4], error: null });
  expect((await decryptDataKey(service, lab, { ref })).plaintextDEK).toBe(secret.plaintextDEK);
  const { versions } = (await ask(service, VERSIONS, { o: lab.oclId, path })).dataRoomFile;
  expect(versions).toMatchObject([
    { version: 5, accessLevel: 'ADMIN', restoredFrom: 1 },
    { version: 4, accessLevel: 'PUBLIC', restoredFrom: 2, contentType: 'text/markdown' },
    { version: 3, accessLevel: 'ADMIN', restoredFrom: 1 },
    { version: 2, accessLevel: 'PUBLIC', restoredFrom: null },
    { version: 1, accessLevel: 'ADMIN', restoredFrom: null },
  ]);
  expect(await used()).toBe(before);

  // The key stays bound to the first version: no other version or file takes it.
  for (const target of [{ ref }, { path: 'other.txt' }]) {
    const stolen = { ...target, accessLevel: 'ADMIN', encryptionMetadata };
    expect(reasonOf(await uploadFile(service, lab, ciphertext, stolen))).toBe('UNKNOWN_DATA_KEY');
  }
  await service.context.db.delete(uploads).where(isNull(uploads.finishedAt));

  // In the trash and back, and then deleted permanently: no version is left behind.
  const urls = versions.map(({ downloadUrl }: { downloadUrl: string }) => downloadUrl);
  const { ids } = await trashFile(service, lab, path);
  const back =
    'mutation($o: String!, $id: String!) { restoreEntry(oclId: $o, entries: [{ id: $id }]) { error { message } } }';
  expect((await ask(service, back, { o: lab.oclId, id: ids[0] }, lab.token)).restoreEntry.error).toBeNull();
  expect((await decryptDataKey(service, lab, { ref })).plaintextDEK).toBe(secret.plaintextDEK);
  expect(await brokenInvariants(service.context.db)).toEqual([]);
  await deleteFile(service, lab, path);
  for (const url of urls) expect((await fetch(url)).status).toBe(404);
  expect(await used()).toBe(0);
});

test('refuses the newest version, a missing one, and a file of another lab', async () => {
  const [other, { datasetId: ref }] = [
    await registeredLab(service),
    await uploadFile(service, lab, 'one', { path: 'refused.txt' }),
  ];
  expect(refusalOf(await restore(lab, ref, 1))).toMatchObject({ code: 'VALIDATION_FAILED' });
  expect(reasonOf(await restore(lab, ref, 2))).toBe('FILE_NOT_FOUND');
  await uploadFile(service, lab, 'two', { ref });
  expect(reasonOf(await restore(other, ref, 1))).toBe('FILE_NOT_FOUND');
  expect(refusalOf(await restore({ ...lab, token: other.token }, ref, 1)).code).toBe('UNAUTHORIZED');
});

test('restores and uploads at once get consecutive numbers', async () => {
  const { datasetId: ref } = await uploadFile(service, lab, 'one', { path: 'race.txt' });
  await uploadFile(service, lab, 'two', { ref });
  const token = await sent(service, lab, 'three');
  const answers = await Promise.all([
    restore(lab, ref, 1),
    restore(lab, ref, 1),
    resultOf(
      service,
      `mutation($o: String!, $t: String!, $ref: String!, $w: String!) { finishCreateOrUpdateFile(oclId: $o, uploadToken: $t,
        ref: $ref, accessLevel: "PUBLIC", changeBy: $w) { version error { code } } }`,
      { o: lab.oclId, t: token, ref, w: lab.wallet },
      lab.token,
    ),
  ]);
  expect(answers.map(({ version }) => version).sort()).toEqual([3, 4, 5]);
});
