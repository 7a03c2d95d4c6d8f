import {
  CreateReleaseDocument,
  MoveEntryDocument,
  ReleaseManifestDocument,
  ReleasesDocument,
} from '@labroom/client/documents';
import { parseManifest } from '@labroom/protocol/release-manifest';
import { ask, reasonOf, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import { changeAccess, uploadSecret } from '@labroom/testing/test-encryption.ts';
import { grantRole } from '@labroom/testing/test-lab.ts';
import { as, type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import {
  type Author,
  deleteFile,
  fileAt,
  sha256,
  trashFile,
  uploadFile,
} from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { labs } from '#platform/db/tables/labs.ts';

const service = await openTestService();

const FEED = `query($o: String!) { labActivity(oclId: $o, page: 0, perPage: 1, filter: FILE) { nodes {
  __typename ... on LabEventReleaseCreated { release { did name fileCount createdBy } lab { oclId } } } } }`;

const create = (author: Author, name: string, description?: string) =>
  resultOf(service, CreateReleaseDocument, { oclId: author.oclId, name, description }, author.token);
const manifestOf = async (did: string) =>
  (await ask(service, ReleaseManifestDocument, { did })).releaseManifest as string;
const storedBytes = async ({ oclId }: RegisteredLab) => {
  const [row] = await service.context.db.select().from(labs).where(eq(labs.oclId, oclId));
  return row?.storedBytes ?? 0;
};

test('a release names every file as it is, with a hash that anybody can compute', async () => {
  const lab = await registeredLab(service);
  await uploadFile(service, lab, 'b', { path: 'b.txt' });
  const { datasetId } = await uploadSecret(service, lab, 'secret', { path: 'a/ä "x".txt' });
  await uploadFile(service, lab, 'gone', { path: 'trashed.txt' });
  await trashFile(service, lab, 'trashed.txt');
  await uploadFile(service, lab, 'b, again', { ref: (await fileAt(service, lab, 'b.txt')).did });
  const before = await storedBytes(lab);

  const { release, error } = await create(lab, ' Preprint ', 'What it cites.');
  expect(error).toBeNull();
  const manifest = await manifestOf(release.did);
  expect(release).toMatchObject({
    ...{ number: 1, name: 'Preprint', description: 'What it cites.', fileCount: 2 },
    manifestHash: `sha256:${sha256(manifest)}`,
    manifestLength: Buffer.byteLength(manifest),
    createdBy: lab.wallet.toLowerCase(),
  });
  const files = await Promise.all(['a/ä "x".txt', 'b.txt'].map((path) => fileAt(service, lab, path)));
  const expected = files.map(
    ({ accessLevel, contentHash, contentLength, contentType, did, path, version }) => ({
      ...{ accessLevel, contentHash, contentLength: Number(contentLength), contentType, did, path, version },
    }),
  );
  expect(parseManifest(manifest)).toEqual({
    ...{ createdAt: release.createdAt, createdBy: release.createdBy, description: 'What it cites.' },
    ...{ did: release.did, files: expected, format: 'labroom-release-1', name: 'Preprint', number: 1 },
    oclId: lab.oclId,
  });
  expect(expected.map(({ did, version, accessLevel }) => [did, version, accessLevel])).toEqual([
    [datasetId, 1, 'ADMIN'],
    [files[1].did, 2, 'PUBLIC'],
  ]);
  const sizes = expected.map(({ contentLength }) => contentLength);
  expect(release.contentLength).toBe(String(sizes.reduce((sum, size) => sum + size, 0)));
  // RFC 8785: sorted keys, no white space.
  expect(manifest).toBe(JSON.stringify(sorted(JSON.parse(manifest))));
  expect(await storedBytes(lab)).toBe(before + release.manifestLength);
  expect((await ask(service, FEED, { o: lab.oclId })).labActivity.nodes).toEqual([
    {
      __typename: 'LabEventReleaseCreated',
      release: { did: release.did, name: 'Preprint', fileCount: 2, createdBy: release.createdBy },
      lab: { oclId: lab.oclId },
    },
  ]);
});

/** With the keys of every object in the order of their UTF-16 code units. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, entry]) => [key, sorted(entry)]),
  );
}

test('a release stays as it is, whatever happens to its files', async () => {
  const lab = await registeredLab(service);
  const names = ['moved', 'changed', 'trashed', 'deleted'].map((name) => `${name}.txt`);
  for (const path of names) await uploadFile(service, lab, path, { path });
  await uploadSecret(service, lab, 'secret', { path: 'secret.txt' });
  const { release } = await create(lab, 'v1');
  const manifest = await manifestOf(release.did);

  const moves = { oclId: lab.oclId, moves: [{ from: 'moved.txt', to: 'elsewhere.txt' }] };
  await resultOf(service, MoveEntryDocument, moves, lab.token);
  const { did: ref } = await fileAt(service, lab, 'changed.txt');
  await uploadFile(service, lab, 'changed', { ref });
  await trashFile(service, lab, 'trashed.txt');
  await deleteFile(service, lab, 'deleted.txt');
  await changeAccess(service, lab, { path: 'secret.txt', version: 1, plaintext: 'secret' });

  expect(await manifestOf(release.did)).toBe(manifest);
  const second = (await create(lab, 'v2')).release;
  expect([second.number, second.fileCount]).toEqual([2, 3]);
  const { releases } = await ask(service, ReleasesDocument, { oclId: lab.oclId, perPage: 1 });
  expect([releases.totalCount, releases.nodes]).toEqual([2, [second]]);
});

test('only owners make releases; unknown ones are null', async () => {
  const lab = await registeredLab(service);
  const contributor = await fundedWallet();
  await grantRole(lab.owner, { oclId: lab.oclId, to: contributor.address, role: 'CONTRIBUTOR' });
  expect(refusalOf(await create(await as(service, lab, contributor), 'v1')).code).toBe('UNAUTHORIZED');
  const nothing = await ask(service, ReleaseManifestDocument, { did: 'did:odf:none' });
  expect(nothing).toEqual({ release: null, releaseManifest: null });
});

test('releases made at once have consecutive numbers, and one name is given once', async () => {
  const lab = await registeredLab(service);
  await uploadFile(service, lab, 'a', { path: 'a.txt' });
  const names = ['a', 'b', 'c', 'same', 'same'];
  const results = await Promise.all(names.map((name) => create(lab, name)));
  const made = results.filter(({ error }) => !error);
  expect(made.map(({ release }) => release.number).sort()).toEqual([1, 2, 3, 4]);
  expect(results.filter(({ error }) => error).map(reasonOf)).toEqual(['RELEASE_NAME_TAKEN']);
});

test('a lab has at most 100 releases, and a release 10,000 files', async () => {
  const { db } = service.context;
  const lab = await registeredLab(service);
  await uploadFile(service, lab, 'a', { path: 'a.txt' });
  const { did } = (await create(lab, 'v1')).release;
  const limitOf = (result: Parameters<typeof refusalOf>[0]) => {
    const refusal: Record<string, unknown> = refusalOf(result);
    return [refusal.reason, refusal.limit];
  };

  await db.execute(sql`insert into releases select gen_random_uuid(), ocl_id, did || n, n, 'v' || n, description, file_count,
    content_length, manifest, manifest_length, manifest_sha256, created_at, created_by
    from releases, generate_series(2, 100) n where did = ${did}`);
  expect(limitOf(await create(lab, 'v101'))).toEqual(['QUOTA_EXCEEDED', 100]);
  await db.execute(sql`delete from releases where did like ${`${did}_%`}`);

  await db.execute(sql`
    with many as (
      insert into files (ocl_id, did, path, version, access_level, tags, categories, change_by)
      select ocl_id, did || n, 'many/' || n, 1, access_level, tags, categories, change_by
      from files, generate_series(1, 10000) n where ocl_id = ${lab.oclId} returning id)
    insert into file_versions (file_id, version, object_key, content_type, sha256, content_length, change_by)
    select id, 1, 'files/' || id, 'text/plain', 'ab', 0, '0x' from many`);
  expect(limitOf(await create(lab, 'v2'))).toEqual(['QUOTA_EXCEEDED', 10_000]);
  await db.execute(sql`delete from files where ocl_id = ${lab.oclId} and path = 'many/1'`);
  const { release } = await create(lab, 'v2');
  expect(release.fileCount).toBe(10_000);
  await db.execute(sql`delete from files where ocl_id = ${lab.oclId} and path like 'many/%'`);
});
