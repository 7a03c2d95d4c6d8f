import {
  DataRoomFileDocument,
  LabActivityDocument,
  RestoreEntryDocument,
  SaveFileViewDocument,
} from '@labroom/client/documents';
import { ask, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { grantRole } from '@labroom/testing/test-lab.ts';
import { as, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { type Author, trashFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { expect, test } from 'vitest';

const service = await openTestService();
const lab = await registeredLab(service);

const none = {
  ...{ encoding: null, separator: null, quote: null, numbers: null, comments: null, header: null },
  ...{ filter: null, plotX: null, plotY: null, level: null, window: null },
};
const german = { encoding: 'windows-1252', separator: 'semicolon', numbers: '1.234,5', header: false };

const save = (author: Author, ref: string, view?: object | null) =>
  resultOf(service, SaveFileViewDocument, { oclId: lab.oclId, ref, view }, author.token);
/** As somebody without a wallet sees it. */
const fileOf = async (path: string) =>
  (await ask(service, DataRoomFileDocument, { oclId: lab.oclId, path })).dataRoomFile;
const feedLength = async () =>
  (await ask(service, LabActivityDocument, { oclId: lab.oclId, page: 0, perPage: 1 })).labActivity.totalCount;
const viewOf = async (path: string) => (await fileOf(path)).savedView;

async function member(role: 'CONTRIBUTOR' | 'VIEWER'): Promise<Author> {
  const wallet = await fundedWallet();
  await grantRole(lab.owner, { oclId: lab.oclId, to: wallet.address, role });
  return as(service, lab, wallet);
}

test('a view is saved for everybody, replaced as a whole, and removed', async () => {
  const path = 'plate.csv';
  const { datasetId: ref } = await uploadFile(service, lab, 'a;b\n1,5;2', { path });
  expect(await viewOf(path)).toBeNull();
  const { updatedAt } = await fileOf(path);
  const entries = await feedLength();

  expect(await save(lab, ref, german)).toMatchObject({ ref, savedView: { ...none, ...german }, error: null });
  expect(await viewOf(path)).toEqual({ ...none, ...german });
  const tab = {
    separator: 'tab',
    quote: 'single',
    comments: '//',
    filter: 'A1',
    plotX: 1,
    plotY: 3,
    level: -40.5,
    window: 400,
  };
  await save(await member('CONTRIBUTOR'), ref, tab);
  expect(await viewOf(path)).toEqual({ ...none, ...tab });

  const after = await fileOf(path);
  expect([after.updatedAt, after.version]).toEqual([updatedAt, 1]);
  expect(await feedLength()).toBe(entries);

  for (const removal of [null, undefined, {}, none]) {
    await save(lab, ref, german);
    expect(await save(lab, ref, removal)).toMatchObject({ savedView: null, error: null });
    expect(await viewOf(path)).toBeNull();
  }
});

test('only contributors and owners save a view, of a file of their lab', async () => {
  const path = 'guarded.csv';
  const { datasetId: ref } = await uploadFile(service, lab, 'a;b', { path });
  const elsewhere = await registeredLab(service);
  for (const author of [await member('VIEWER'), elsewhere])
    expect(refusalOf(await save(author, ref, german)).code).toBe('UNAUTHORIZED');
  const foreign = { oclId: elsewhere.oclId, ref, view: german };
  expect(refusalOf(await resultOf(service, SaveFileViewDocument, foreign, elsewhere.token)).reason).toBe(
    'FILE_NOT_FOUND',
  );
  expect(refusalOf(await save(lab, 'did:odf:nothing', german)).reason).toBe('FILE_NOT_FOUND');
  expect(await viewOf(path)).toBeNull();
});

test('no choice has room for text of an encrypted file, whose view everyone reads', async () => {
  const path = 'secret.csv';
  const { datasetId: ref } = await uploadSecret(service, lab, 'a;b', { path });
  const hostile = [
    { encoding: 'patient Ada' },
    { encoding: 'constructor' },
    { separator: 'a' },
    { separator: '7' },
    { separator: ';;' },
    { separator: ' ' },
    { separator: '\u200b' },
    { quote: '"' },
    { numbers: '9999,5' },
    { comments: 'ab' },
    { comments: '###' },
    { comments: '' },
    { filter: 'Ada' },
    { plotX: 0 },
    { plotY: -1 },
    { plotX: 100_001 },
    { level: 1e13 },
    { window: 0 },
  ];
  for (const view of hostile)
    expect([view, refusalOf(await save(lab, ref, view)).code]).toEqual([view, 'VALIDATION_FAILED']);
  expect(await viewOf(path)).toBeNull();
  await save(lab, ref, german);
  expect(await viewOf(path)).toEqual({ ...none, ...german });
});

test('a view stays through a new version, and through the trash', async () => {
  const path = 'moved.csv';
  const { datasetId: ref } = await uploadFile(service, lab, 'a;b', { path });
  await save(lab, ref, german);
  await uploadFile(service, lab, 'a;b\n1;2', { ref });
  expect(await viewOf(path)).toEqual({ ...none, ...german });
  const [id] = (await trashFile(service, lab, path)).ids;
  expect(await fileOf(path)).toBeNull();
  expect(refusalOf(await save(lab, ref, null)).reason).toBe('FILE_NOT_FOUND');
  const restored = { oclId: lab.oclId, entries: [{ id }] };
  expect((await resultOf(service, RestoreEntryDocument, restored, lab.token)).error).toBeNull();
  expect(await viewOf(path)).toEqual({ ...none, ...german });
});

test('a filter is not shown while its file is encrypted', async () => {
  const path = 'filtered.csv';
  const { datasetId: ref } = await uploadFile(service, lab, 'a;b', { path });
  await save(lab, ref, { filter: 'Ada', plotX: 1, plotY: 2 });
  expect(refusalOf(await save(lab, ref, { filter: 'x'.repeat(201) })).code).toBe('VALIDATION_FAILED');
  await uploadSecret(service, lab, 'a;b', { ref });
  expect(await viewOf(path)).toEqual({ ...none, plotX: 1, plotY: 2 });
  expect(refusalOf(await save(lab, ref, { filter: 'Ada', separator: 'tab' })).code).toBe('VALIDATION_FAILED');
  expect(await viewOf(path)).toEqual({ ...none, plotX: 1, plotY: 2 });
});
