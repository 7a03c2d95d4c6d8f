import { UpdateFileVersionNoteDocument } from '@labroom/client/documents';
import { LAB_ACTIVITY } from '@labroom/testing/documents.ts';
import { ask, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { grantRole } from '@labroom/testing/test-lab.ts';
import { as, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import {
  type Author,
  deleteFile,
  fileAt,
  trashFile,
  updateFile,
  uploadFile,
} from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { expect, test } from 'vitest';

const service = await openTestService();
const lab = await registeredLab(service);

const annotate = (author: Author, ref: string, version: number, changeNote?: string | null) =>
  resultOf(
    service,
    UpdateFileVersionNoteDocument,
    { oclId: lab.oclId, ref, version, changeNote },
    author.token,
  );
const notesOf = async (path: string) =>
  (await fileAt(service, lab, path)).versions.map((one: { changeNote: string | null }) => one.changeNote);

/** The notes of a file's entries in the feed, newest first. */
async function feedOf(ref: string): Promise<(string | null)[]> {
  const { labActivity } = await ask(service, LAB_ACTIVITY, { oclId: lab.oclId, page: 0, perPage: 100 });
  const nodes: { entry?: { ref: string; changeNote: string | null } }[] = labActivity.nodes;
  return nodes.flatMap(({ entry }) => (entry?.ref === ref ? entry.changeNote : []));
}

test('a note is shown with its version and in the entry that added it, and nowhere else', async () => {
  const path = 'noted.txt';
  const { datasetId: ref } = await uploadFile(service, lab, 'one', { path });
  await uploadFile(service, lab, 'two', { ref, changeNote: ' Unit corrected. ' });
  await updateFile(service, lab, { ref, description: 'Doses' });
  await uploadFile(service, lab, 'three', { ref });
  expect(await notesOf(path)).toEqual([null, 'Unit corrected.', null]);
  expect(await feedOf(ref)).toEqual([null, null, 'Unit corrected.', null]);

  expect(await annotate(lab, ref, 1, 'First run.')).toMatchObject({ changeNote: 'First run.', error: null });
  expect(await annotate(lab, ref, 2, null)).toMatchObject({ changeNote: null, error: null });
  expect(await notesOf(path)).toEqual([null, null, 'First run.']);
  expect(await feedOf(ref)).toEqual([null, null, null, 'First run.']);
});

async function contributor(): Promise<Author> {
  const wallet = await fundedWallet();
  await grantRole(lab.owner, { oclId: lab.oclId, to: wallet.address, role: 'CONTRIBUTOR' });
  return as(service, lab, wallet);
}

test('only the author of a version and owners change its note', async () => {
  const path = 'authors.txt';
  const [one, other] = [await contributor(), await contributor()];
  const { datasetId: ref } = await uploadFile(service, one, 'one', { path });
  await uploadFile(service, other, 'two', { ref, changeNote: 'Of the other.' });
  expect(refusalOf(await annotate(one, ref, 2, 'Not mine')).code).toBe('UNAUTHORIZED');
  expect((await annotate(other, ref, 2, 'Mine')).error).toBeNull();
  expect((await annotate(lab, ref, 1, 'By the owner')).error).toBeNull();
  expect(await notesOf(path)).toEqual(['Mine', 'By the owner']);
  expect(refusalOf(await annotate(lab, ref, 3, 'None')).code).toBe('NOT_FOUND');
  expect(refusalOf(await annotate(lab, ref, 1, 'x'.repeat(501))).code).toBe('VALIDATION_FAILED');
});

test('a note leaves the feed with its file, for the trash and permanently', async () => {
  const [kept, gone] = ['trashed.txt', 'deleted.txt'];
  const { datasetId: trashed } = await uploadSecret(service, lab, 'secret', {
    path: kept,
    changeNote: 'Open to all.',
  });
  const { datasetId: deleted } = await uploadFile(service, lab, 'one', { path: gone, changeNote: 'Doomed.' });
  expect([await feedOf(trashed), await feedOf(deleted)]).toEqual([['Open to all.'], ['Doomed.']]);
  await trashFile(service, lab, kept);
  await deleteFile(service, lab, gone);
  expect([await feedOf(trashed), await feedOf(deleted)]).toEqual([[null], [null, null]]);
});
