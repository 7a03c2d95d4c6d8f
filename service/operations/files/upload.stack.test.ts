import { readdir } from 'node:fs/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { brokenInvariants } from '#service/operator/invariants.ts';
import { uploads } from '#service/platform/db/tables/files.ts';
import { labs } from '#service/platform/db/tables/labs.ts';
import { expireUploads } from '#service/worker/expire-uploads.ts';
import { ask } from '#testing/test-client.ts';
import { type RegisteredLab, registeredLab } from '#testing/test-registered-lab.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { finish, initiate, sent, sha256, uploadFile } from '#testing/test-upload.ts';

let service: TestService;
/** A second process on the same database. */
let replica: Pick<TestService, 'url' | 'credential'>;
let lab: RegisteredLab;
beforeAll(async () => {
  service = await startTestService();
  replica = { url: (await service.startPeer()).url, credential: service.credential };
  lab = await registeredLab(service);
});
afterAll(() => service.stop());

const FILE = `query($oclId: String!, $path: String!) { dataRoomFile(oclId: $oclId, path: $path) { did path name version contentType
  accessLevel description tags categories contentText downloadUrl downloadUrlExpiry contentHash contentLength changeBy
  versions { version contentHash downloadUrl } } }`;

const CHANGE = `mutation($oclId: String!, $ref: String!, $contentText: String, $description: String, $tags: [String!]) {
  updateFileMetadata(oclId: $oclId, ref: $ref, accessLevel: "PUBLIC", contentText: $contentText, description: $description,
    tags: $tags) { error { code details } } }`;
const ANNOUNCE = `mutation($oclId: String!, $body: String!) {
  createAnnouncement(oclId: $oclId, headline: "h", body: $body) { error { code } } }`;
const REMOVE = `mutation($oclId: String!, $by: String!) {
  deleteDataRoomFile(oclId: $oclId, path: "a.txt", changeBy: $by) { error { code } } }`;

async function fileAt(path: string) {
  return (await ask(service, FILE, { oclId: lab.oclId, path })).dataRoomFile;
}

const reasonOf = (result: { error: { code: string; details: string } }) => ({
  code: result.error.code,
  reason: JSON.parse(result.error.details ?? '{}').reason,
});

describe('three steps', () => {
  test('register a file whose download has the uploaded bytes', async () => {
    const bytes = 'sample,value\na,1\n';
    const finished = await uploadFile(service, lab, bytes, {
      path: 'results/assay one.csv',
      description: 'An assay',
      tags: ['assay'],
      categories: ['Data'],
      contentText: 'sample value',
    });
    expect(finished).toMatchObject({ version: 1, contentHash: `sha256:${sha256(bytes)}`, error: null });
    const file = await fileAt('results/assay one.csv');
    expect(file).toMatchObject({
      did: finished.datasetId,
      name: 'assay one.csv',
      version: 1,
      contentLength: String(bytes.length),
      tags: ['assay'],
    });
    expect(file.did).toMatch(/^did:odf:fed01[0-9a-f]{64}$/);
    const response = await fetch(file.downloadUrl);
    expect(await response.text()).toBe(bytes);
    expect(response.headers.get('content-disposition')).toContain('attachment');
  });

  test('a new version keeps the metadata of the file, and the old one stays readable', async () => {
    const first = await uploadFile(service, lab, 'one', { path: 'versions.txt', description: 'kept' });
    const second = await uploadFile(service, lab, 'two', { ref: first.datasetId });
    expect(second).toMatchObject({ datasetId: first.datasetId, version: 2, error: null });
    const file = await fileAt('versions.txt');
    expect(file).toMatchObject({ version: 2, description: 'kept', contentHash: `sha256:${sha256('two')}` });
    expect(file.versions.map((v: { version: number }) => v.version)).toEqual([2, 1]);
    expect(await (await fetch(file.versions[1].downloadUrl)).text()).toBe('one');
  });
});

test.each([
  'text',
  'text/plain; title="é"',
  'text/plain; title="a\tb"',
  `${'a'.repeat(128)}/x`,
  `x/${'a'.repeat(128)}`,
])('the type %j, which no header could carry, is refused', async (contentType) => {
  const { error } = await initiate(service, lab, 1, contentType);
  expect(error).toMatchObject({ code: 'VALIDATION_FAILED', details: '{"argument":"contentType"}' });
});

describe('finish', () => {
  test('twice at once through two processes creates one file and returns the same response twice', async () => {
    const paths = Array.from({ length: 8 }, (_, i) => `twice-${i}.txt`);
    const tokens = await Promise.all(paths.map((path) => sent(service, lab, path)));
    const pairs = await Promise.all(
      paths.map((path, i) =>
        Promise.all([service, replica].map((process) => finish(process, lab, tokens[i] ?? '', { path }))),
      ),
    );
    for (const [one, other] of pairs) {
      expect(one.error).toBeNull();
      expect(other).toEqual(one);
    }
    for (const path of paths) expect((await fileAt(path)).versions).toHaveLength(1);
  });

  test('of twenty for one path succeeds once; the others get PATH_OCCUPIED', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, i) => sent(service, lab, `bytes ${i}`)));
    const answers = await Promise.all(
      tokens.map((token, i) => finish(i % 2 ? replica : service, lab, token, { path: 'contested.txt' })),
    );
    const [winner, ...more] = answers.filter((answer) => answer.error === null);
    expect(more).toEqual([]);
    for (const answer of answers.filter((a) => a.error)) {
      expect(reasonOf(answer)).toEqual({ code: 'CONFLICT', reason: 'PATH_OCCUPIED' });
    }
    expect((await fileAt('contested.txt')).did).toBe(winner?.datasetId);
  });

  test('twenty new versions at once through two processes are numbered without gaps', async () => {
    const { datasetId } = await uploadFile(service, lab, 'v1', { path: 'racing.txt' });
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, i) => sent(service, lab, `version ${i}`)),
    );
    const answers = await Promise.all(
      tokens.map((token, i) => finish(i % 2 ? replica : service, lab, token, { ref: datasetId })),
    );
    expect(answers.map((answer) => answer.version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 2),
    );
  });

  test.each([
    [{}, 'PATH_XOR_REF'],
    [{ path: 'a', ref: 'did:odf:x' }, 'PATH_XOR_REF'],
    [{ path: '/a' }, 'INVALID_PATH'],
    [{ path: 'a/../b' }, 'INVALID_PATH'],
    [{ path: 'a//b' }, 'INVALID_PATH'],
    [{ path: 'a\\b' }, 'INVALID_PATH'],
    [{ path: 'a\nb' }, 'INVALID_PATH'],
    [{ path: 'é'.repeat(128) }, 'INVALID_PATH'],
    [{ path: 'a', accessLevel: 'SECRET' }, 'INVALID_ACCESS_LEVEL'],
    [{ path: 'a', accessLevel: 'ADMIN' }, 'ENCRYPTION_REQUIRED'],
    [{ path: 'a', changeBy: '0x000000000000000000000000000000000000dEaD' }, 'CHANGE_BY_MISMATCH'],
    [{ path: 'a', tags: Array.from({ length: 51 }, () => 'x') }, undefined],
    [{ path: 'a', uploadToken: 'nonsense' }, 'UPLOAD_TOKEN_MISMATCH'],
  ])('refuses %j', async (args, reason) => {
    const token = await sent(service, lab, 'x');
    expect(reasonOf(await finish(service, lab, token, args))).toEqual({ code: 'VALIDATION_FAILED', reason });
  });

  test('the same path in two Unicode forms is one path', async () => {
    expect((await uploadFile(service, lab, 'x', { path: 'caf\u00e9' })).error).toBeNull();
    expect(reasonOf(await uploadFile(service, lab, 'x', { path: 'cafe\u0301' })).reason).toBe(
      'PATH_OCCUPIED',
    );
  });

  test('a token stays expired after its bytes were deleted', async () => {
    const mine = await registeredLab(service);
    const token = await sent(service, mine, 'x');
    const { db } = service.context;
    const longAgo = sql<Date>`now() - interval '1 day'`;
    await db.update(uploads).set({ expiresAt: longAgo }).where(eq(uploads.oclId, mine.oclId));
    await expireUploads(service.context);
    expect(reasonOf(await finish(service, mine, token, { path: 'a' })).reason).toBe('UPLOAD_TOKEN_EXPIRED');
  });
});

describe('the quota', () => {
  test('counts stored and reserved bytes, also for sixty concurrent uploads through two processes, and returns what is left', async () => {
    const mine = await registeredLab(service);
    const { storageLimit } = (
      await ask(
        service,
        `{ labWithDataRoomAndFiles(oclId: "${mine.oclId}") { dataRoom { storageLimit storageUsed } } }`,
      )
    ).labWithDataRoomAndFiles.dataRoom;
    expect(storageLimit).toBe('5000000000');
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => initiate(i % 2 ? replica : service, mine, 100_000_000)),
    );
    expect(answers.filter((answer) => answer.error === null)).toHaveLength(50);
    const refused = answers.find((answer) => answer.error);
    expect(refused.error.code).toBe('FAILED_PRECONDITION');
    expect(JSON.parse(refused.error.details)).toEqual({
      reason: 'QUOTA_EXCEEDED',
      used: 5_000_000_000,
      incoming: 100_000_000,
      limit: 5_000_000_000,
    });
  });

  test('counts the text that the feed keeps separately, and frees it when a file is deleted', async () => {
    const mine = await registeredLab(service);
    const { db } = service.context;
    const keep = (textBytes: number) => db.update(labs).set({ textBytes }).where(eq(labs.oclId, mine.oclId));
    const contentText = 'ä'.repeat(1_000);
    const first = await uploadFile(service, mine, 'x', { path: 'a.txt', tags: ['tag'], contentText });
    const ids = { oclId: mine.oclId, ref: first.datasetId, by: mine.wallet };
    const change = async (words: Record<string, unknown>) =>
      (await ask(service, CHANGE, { ...ids, ...words }, mine.token)).updateFileMetadata.error;
    const announce = async (body: string) =>
      (await ask(service, ANNOUNCE, { ...ids, body }, mine.token)).createAnnouncement.error;
    const used = async () => {
      const [lab] = await db
        .select({ files: labs.storedBytes, words: labs.textBytes })
        .from(labs)
        .where(eq(labs.oclId, mine.oclId));
      return lab;
    };
    expect(await used()).toEqual({ files: 1, words: 2_003 });
    expect(await change({ description: 'd' })).toBeNull();
    expect(await used()).toEqual({ files: 1, words: 4_007 });

    await keep(499_998_001);
    const refused = await change({ description: 'e' });
    expect(refused.code).toBe('FAILED_PRECONDITION');
    const details = { reason: 'QUOTA_EXCEEDED', used: 499_998_001, incoming: 2_004, limit: 500_000_000 };
    expect(JSON.parse(refused.details)).toEqual(details);
    expect((await announce('b'.repeat(2_000))).code).toBe('FAILED_PRECONDITION');
    const second = await uploadFile(service, mine, 'y', { path: 'b.txt', contentText });
    expect(second.error.code).toBe('FAILED_PRECONDITION');
    expect(await announce('b')).toBeNull();

    // A change that removes text succeeds even at the limit.
    await keep(500_000_000);
    expect(await change({ contentText: null, description: null, tags: null })).toBeNull();
    expect((await ask(service, REMOVE, ids, mine.token)).deleteDataRoomFile.error).toBeNull();
    // 2,003 bytes of the upload and 2,004 of the first change.
    expect(await used()).toEqual({ files: 0, words: 500_000_000 - 4_007 });
    await keep(2);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('holds if the upload expires while bytes are sealed: they are accepted unless the storage was reserved again', async () => {
    const mine = await registeredLab(service);
    const { db, storage } = service.context;
    const limit = (bytes: number) =>
      db.update(labs).set({ storageLimit: bytes }).where(eq(labs.oclId, mine.oclId));
    const seal = storage.seal.bind(storage);
    const finishLate = async (path: string, meanwhile: () => Promise<unknown>) => {
      const token = await sent(service, mine, 'sixsix');
      vi.spyOn(storage, 'seal').mockImplementationOnce(async (move) => {
        await db
          .update(uploads)
          .set({ expiresAt: sql`now()` })
          .where(and(eq(uploads.oclId, mine.oclId), isNull(uploads.finishedAt)));
        await meanwhile();
        return seal(move);
      });
      return finish(service, mine, token, { path });
    };
    await limit(6);
    expect((await finishLate('kept.txt', async () => {})).error).toBeNull();
    await limit(12);
    const refused = await finishLate('late.txt', () => initiate(service, mine, 1));
    vi.restoreAllMocks();
    expect(refused.error.code).toBe('FAILED_PRECONDITION');
    const room = { used: 7, incoming: 6, limit: 12 };
    expect(JSON.parse(refused.error.details)).toEqual({ reason: 'QUOTA_EXCEEDED', ...room });
  });
});

describe('after a file', () => {
  const UPDATE = `mutation($oclId: String!, $ref: String!, $level: String!, $description: String, $tags: [String!]) {
    updateFileMetadata(oclId: $oclId, ref: $ref, accessLevel: $level, description: $description, tags: $tags) { ref message error { code details } } }`;
  const DELETE = `mutation($oclId: String!, $path: String!, $by: String!) { deleteDataRoomFile(oclId: $oclId, path: $path, changeBy: $by) { oclId filePath error { code details } } }`;
  const FEED = `query($oclId: String!) { labActivity(oclId: $oclId, page: 0, perPage: 10) { pageInfo { totalPages } nodes { __typename
    ... on LabEventFileAdded { entry { path version } } ... on LabEventFileUpdated { entry { path version description } }
    ... on LabEventFileRemoved { entry { path contentHash changeBy } } } } }`;

  test('its metadata can change without a new version, but plaintext cannot get a secret level', async () => {
    const { datasetId: ref } = await uploadFile(service, lab, 'x', {
      path: 'meta.txt',
      description: 'old',
      tags: ['a'],
    });
    const change = (variables: object) =>
      ask(service, UPDATE, { oclId: lab.oclId, ref, ...variables }, lab.token);
    expect((await change({ level: 'PUBLIC', description: null })).updateFileMetadata).toMatchObject({
      ref,
      error: null,
    });
    expect(await fileAt('meta.txt')).toMatchObject({ version: 1, description: null, tags: ['a'] });
    expect(reasonOf((await change({ level: 'ADMIN' })).updateFileMetadata).reason).toBe(
      'ENCRYPTION_REQUIRED',
    );
    expect(
      (await ask(service, UPDATE, { oclId: lab.oclId, ref: 'did:odf:nothing', level: 'PUBLIC' }, lab.token))
        .updateFileMetadata.error.code,
    ).toBe('NOT_FOUND');
  });

  test('it can be deleted permanently; the feed keeps its entries in order', async () => {
    const mine = await registeredLab(service);
    const { datasetId: ref } = await uploadFile(service, mine, 'one', { path: 'gone.txt' });
    await uploadFile(service, mine, 'two', { ref });
    const { deleteDataRoomFile } = await ask(
      service,
      DELETE,
      { oclId: mine.oclId, path: 'gone.txt', by: mine.wallet },
      mine.token,
    );
    expect(deleteDataRoomFile).toEqual({ oclId: mine.oclId, filePath: 'gone.txt', error: null });
    const { labActivity } = await ask(service, FEED, { oclId: mine.oclId });
    expect(labActivity.nodes.map((node: { __typename: string }) => node.__typename)).toEqual([
      'LabEventFileRemoved',
      'LabEventFileUpdated',
      'LabEventFileAdded',
    ]);
    const again = await ask(
      service,
      DELETE,
      { oclId: mine.oclId, path: 'gone.txt', by: mine.wallet },
      mine.token,
    );
    expect(again.deleteDataRoomFile.error.code).toBe('NOT_FOUND');
    const { dataRoom } = (
      await ask(
        service,
        `{ labWithDataRoomAndFiles(oclId: "${mine.oclId}") { dataRoom { storageUsed files { did } } } }`,
      )
    ).labWithDataRoomAndFiles;
    expect(dataRoom).toEqual({ storageUsed: '0', files: [] });
    expect((await uploadFile(service, mine, 'new', { ref })).error.code).toBe('NOT_FOUND');
  });
});

test('no signature, token or key is logged', async () => {
  const log = service.logLines.join('');
  expect(log.length).toBeGreaterThan(0);
  for (const secret of [lab.token, service.credential, 'signature=', 'X-Amz'])
    expect(log).not.toContain(secret);
  expect(await readdir(service.dataDir)).toContain('objects');
});
