import { ask } from '@labroom/testing/test-client.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { deleteFile, fileAt, sha256, updateFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { brokenInvariants } from '#operator/check/invariants.ts';

const service = await openTestService();
const lab = await registeredLab(service);

const ENTRY =
  'entry { path version accessLevel previousAccessLevel publicVersions description tags categories contentText }';
const NODES = `... on LabEventFileAdded { ${ENTRY} } ... on LabEventFileUpdated { ${ENTRY} } ... on LabEventFileRemoved { ${ENTRY} }`;
const FEED = `query($oclId: String!) { labActivity(oclId: $oclId, page: 0, perPage: 20) { nodes { __typename ${NODES} } } }`;
const FEED_OF_ALL = `{ activities(perPage: 100) { activities { __typename ${NODES} } } }`;
const SEARCH = `query($prompt: String!) { searchLabs(prompt: $prompt) { totalCount nodes { ... on SearchLabsFileHit {
  snippet { text } entry { path file { accessLevel contentText publicVersions } } } } } }`;
const MATCHES =
  'query($hash: String!) { filesByContentHash(contentHash: $hash) { version accessLevel isNewest } }';
const newestEntries = async (of = lab) =>
  (await ask(service, FEED, { oclId: of.oclId })).labActivity.nodes as {
    __typename: string;
    entry: Record<string, unknown>;
  }[];

const newVersion = (ref: string, text: string, level: string, args: Record<string, unknown> = {}) =>
  level === 'PUBLIC'
    ? uploadFile(service, lab, text, { ref, ...args })
    : uploadSecret(service, lab, text, { ref, accessLevel: level, ...args });

const versionsOf = (file: { versions: Record<string, unknown>[] }) =>
  file.versions.map(({ version, accessLevel, encryptionMetadata }) => [
    version,
    accessLevel,
    encryptionMetadata !== null,
  ]);

describe('a public file that becomes secret', () => {
  test('loses its searchable text, and every response lists the versions that stay public', async () => {
    const path = 'becomes-secret.md';
    const words = { description: 'kept', tags: ['kept'], contentText: 'thermolysin yield' };
    const { datasetId: ref } = await uploadFile(service, lab, 'one', { path, ...words });
    await newVersion(ref, 'two', 'PUBLIC');
    expect(await newVersion(ref, 'three', 'ADMIN')).toMatchObject({
      version: 3,
      message: 'Version 3 added. Versions 1, 2 stay public.',
      publicVersions: [1, 2],
      error: null,
    });
    const file = await fileAt(service, lab, path);
    const facts = { accessLevel: 'ADMIN', description: 'kept', tags: ['kept'], contentText: null };
    expect(file).toMatchObject({ ...facts, publicVersions: [1, 2] });
    expect(versionsOf(file)).toEqual([
      [3, 'ADMIN', true],
      [2, 'PUBLIC', false],
      [1, 'PUBLIC', false],
    ]);
    expect((await newestEntries())[0]).toMatchObject({
      __typename: 'LabEventFileUpdated',
      entry: {
        accessLevel: 'ADMIN',
        previousAccessLevel: 'PUBLIC',
        publicVersions: [1, 2],
        contentText: null,
      },
    });
    expect((await ask(service, SEARCH, { prompt: 'thermolysin' })).searchLabs).toEqual({
      totalCount: 0,
      nodes: [],
    });
    // The next secret version does not change the level, and still lists the public versions.
    expect((await newVersion(ref, 'four', 'ADMIN')).publicVersions).toEqual([1, 2]);
    expect((await newestEntries())[0]?.entry).toMatchObject({
      previousAccessLevel: null,
      publicVersions: [1, 2],
    });
  });

  test('keeps text that is sent with the secret version, also in later secret versions', async () => {
    const path = 'sent-anew.md';
    const { datasetId: ref } = await uploadFile(service, lab, 'one', {
      path,
      contentText: 'formerly subtilisin',
    });
    await newVersion(ref, 'two', 'ADMIN', { contentText: 'pronase', description: '', tags: [] });
    expect(await fileAt(service, lab, path)).toMatchObject({
      contentText: 'pronase',
      description: null,
      tags: [],
    });
    await newVersion(ref, 'three', 'HOLDERS');
    expect(await fileAt(service, lab, path)).toMatchObject({
      contentText: 'pronase',
      accessLevel: 'HOLDERS',
    });
    const found = (await ask(service, SEARCH, { prompt: 'pronase' })).searchLabs;
    expect(found.nodes[0].entry).toMatchObject({
      path,
      file: { publicVersions: [1], accessLevel: 'HOLDERS' },
    });
    expect((await ask(service, SEARCH, { prompt: 'subtilisin' })).searchLabs.totalCount).toBe(0);
  });
});

test('a secret file that becomes public is marked in the feed, and its earlier version stays secret', async () => {
  const path = 'becomes-public.md';
  const { datasetId: ref, ciphertext } = await uploadSecret(service, lab, 'secret', { path });
  expect((await newVersion(ref, 'open', 'PUBLIC')).publicVersions).toEqual([]);
  expect((await newestEntries())[0]?.entry).toMatchObject({
    accessLevel: 'PUBLIC',
    previousAccessLevel: 'ADMIN',
    publicVersions: [],
  });
  const file = await fileAt(service, lab, path);
  expect(file.publicVersions).toEqual([]);
  expect(file.versions).toMatchObject([
    { version: 2, accessLevel: 'PUBLIC' },
    { version: 1, accessLevel: 'ADMIN' },
  ]);
  const hash = `sha256:${sha256(ciphertext)}`;
  expect((await ask(service, MATCHES, { hash })).filesByContentHash).toEqual([
    { version: 1, accessLevel: 'ADMIN', isNewest: false },
  ]);
});

test('a change between two secret levels affects the newest version only', async () => {
  const path = 'team-to-holders.md';
  const { datasetId: ref } = await uploadSecret(service, lab, 'secret', { path });
  await newVersion(ref, 'second', 'ADMIN');
  expect((await updateFile(service, lab, { ref, accessLevel: 'HOLDERS' })).error).toBeNull();
  expect((await fileAt(service, lab, path)).versions).toMatchObject([
    { version: 2, accessLevel: 'HOLDERS' },
    { version: 1, accessLevel: 'ADMIN' },
  ]);
  expect((await newestEntries())[0]?.entry).toMatchObject({ previousAccessLevel: 'ADMIN' });
});

describe('a deleted file', () => {
  const secretMetadata = { description: 'd-unsayable', tags: ['t-unsayable'], categories: ['c-unsayable'] };

  async function deletedFile(of: RegisteredLab) {
    const words = { ...secretMetadata, contentText: 'x-unsayable' };
    const { datasetId: ref } = await uploadFile(service, of, 'one', { path: 'gone.txt', ...words });
    await uploadFile(service, of, 'two', { ref });
    return async () => expect((await deleteFile(service, of, 'gone.txt')).error).toBeNull();
  }

  test('keeps path, author and time in every feed entry, and no description, labels or text', async () => {
    const mine = await registeredLab(service);
    const remove = await deletedFile(mine);
    expect(JSON.stringify(await newestEntries(mine))).toContain('unsayable');
    await remove();
    const gone = { path: 'gone.txt', description: null, tags: [], categories: [], contentText: null };
    expect(await newestEntries(mine)).toMatchObject([
      { __typename: 'LabEventFileRemoved', entry: { ...gone, version: 2 } },
      { __typename: 'LabEventFileUpdated', entry: { ...gone, version: 2 } },
      { __typename: 'LabEventFileAdded', entry: { ...gone, version: 1 } },
    ]);
    expect(JSON.stringify(await ask(service, FEED_OF_ALL))).not.toContain('unsayable');
    expect((await ask(service, SEARCH, { prompt: 'unsayable' })).searchLabs.totalCount).toBe(0);
    expect(await textBytesOf(mine)).toBe(0);
    expect(await brokenInvariants(service.context.db)).toEqual([]);
  });

  test('does not change the entries of other files, also of a new file at its path', async () => {
    const mine = await registeredLab(service);
    const remove = await deletedFile(mine);
    await uploadFile(service, mine, 'other', { path: 'other.txt', description: 'stays' });
    await remove();
    await uploadFile(service, mine, 'new', { path: 'gone.txt', description: 'new' });
    const described = (await newestEntries(mine)).map(({ entry }) => entry.description);
    expect(described).toEqual(['new', null, 'stays', null, null]);
    expect(await textBytesOf(mine)).toBe(Buffer.byteLength('staysnew'));
  });
});

async function textBytesOf({ oclId }: RegisteredLab): Promise<number> {
  const { rows } = await service.context.db.execute<{ bytes: string }>(
    sql`select text_bytes as bytes from labs where ocl_id = ${oclId}`,
  );
  return Number(rows[0]?.bytes);
}
