import { readdir } from 'node:fs/promises';
import { reasonOf, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import {
  announce,
  deleteFile,
  fileAt,
  finish,
  initiate,
  sent,
  updateFile,
  uploadFile,
} from '@labroom/testing/test-upload.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { brokenInvariants } from '#operator/check/invariants.ts';
import { uploads } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { expireUploads } from '#worker/expire-uploads.ts';

const service = await openTestService();
/** A second process on the same database. */
const replica = { url: (await service.startPeer()).url, credential: service.credential };
const lab = await registeredLab(service);

test.each([
  'text',
  'text/plain; title="é"',
  'text/plain; title="a\tb"',
  `${'a'.repeat(128)}/x`,
  `x/${'a'.repeat(128)}`,
])('the type %j, which no header could carry, is refused', async (contentType) => {
  const { error } = await initiate(service, lab, 1, contentType);
  expect(error).toMatchObject({
    code: 'VALIDATION_FAILED',
    details: '{"argument":"contentType","field":"contentType"}',
  });
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
    for (const path of paths) expect((await fileAt(service, lab, path)).versions).toHaveLength(1);
  });

  test('of twenty for one path succeeds once; the others get PATH_OCCUPIED', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, i) => sent(service, lab, `bytes ${i}`)));
    const answers = await Promise.all(
      tokens.map((token, i) => finish(i % 2 ? replica : service, lab, token, { path: 'contested.txt' })),
    );
    const [winner, ...more] = answers.filter((answer) => answer.error === null);
    expect(more).toEqual([]);
    for (const answer of answers.filter((a) => a.error)) {
      expect(refusalOf(answer)).toEqual({ code: 'CONFLICT', reason: 'PATH_OCCUPIED' });
    }
    expect((await fileAt(service, lab, 'contested.txt')).did).toBe(winner?.datasetId);
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

  test('a token stays expired after its bytes were deleted', async () => {
    const mine = await registeredLab(service);
    const token = await sent(service, mine, 'x');
    const { db } = service.context;
    const longAgo = sql<Date>`now() - interval '1 day'`;
    await db.update(uploads).set({ expiresAt: longAgo }).where(eq(uploads.oclId, mine.oclId));
    await expireUploads(service.context);
    expect(reasonOf(await finish(service, mine, token, { path: 'a' }))).toBe('UPLOAD_TOKEN_EXPIRED');
  });
});

describe('the quota', () => {
  test('counts stored and reserved bytes, also for sixty concurrent uploads through two processes, and returns what is left', async () => {
    const mine = await registeredLab(service);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => initiate(i % 2 ? replica : service, mine, 100_000_000)),
    );
    expect(answers.filter((answer) => answer.error === null)).toHaveLength(50);
    expect(refusalOf(answers.find((answer) => answer.error))).toEqual({
      code: 'FAILED_PRECONDITION',
      reason: 'QUOTA_EXCEEDED',
      quota: 'STORAGE',
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
    const change = (words: Record<string, unknown>) =>
      updateFile(service, mine, { ref: first.datasetId, ...words });
    const say = (body: string) => announce(service, mine, { body });
    const used = async () => {
      const [lab] = await db
        .select({ files: labs.storedBytes, words: labs.textBytes })
        .from(labs)
        .where(eq(labs.oclId, mine.oclId));
      return lab;
    };
    expect(await used()).toEqual({ files: 1, words: 2_003 });
    expect((await change({ description: 'd' })).error).toBeNull();
    expect(await used()).toEqual({ files: 1, words: 4_007 });

    await keep(499_998_001);
    expect(refusalOf(await change({ description: 'e' }))).toEqual({
      code: 'FAILED_PRECONDITION',
      reason: 'QUOTA_EXCEEDED',
      quota: 'TEXT',
      used: 499_998_001,
      incoming: 2_004,
      limit: 500_000_000,
    });
    expect((await say('b'.repeat(2_000))).error.code).toBe('FAILED_PRECONDITION');
    const token = await sent(service, mine, 'y');
    const second = await finish(service, mine, token, { path: 'b.txt', contentText });
    expect(refusalOf(second)).toMatchObject({ reason: 'QUOTA_EXCEEDED', quota: 'TEXT' });
    // The same upload succeeds without the text.
    expect((await finish(service, mine, token, { path: 'b.txt', contentText: '' })).error).toBeNull();
    expect((await say('b')).error).toBeNull();

    // A change that removes text succeeds even at the limit.
    await keep(500_000_000);
    expect((await change({ contentText: null, description: null, tags: null })).error).toBeNull();
    expect((await deleteFile(service, mine, 'a.txt')).error).toBeNull();
    // 2,003 bytes of the upload and 2,004 of the first change.
    expect(await used()).toEqual({ files: 1, words: 500_000_000 - 4_007 });
    await keep('Newsb'.length);
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
    const room = { quota: 'STORAGE', used: 7, incoming: 6, limit: 12 };
    expect(refusalOf(refused)).toEqual({ code: 'FAILED_PRECONDITION', reason: 'QUOTA_EXCEEDED', ...room });
  });
});

test('a deleted file frees its storage, and takes no new version', async () => {
  const mine = await registeredLab(service);
  const { datasetId: ref } = await uploadFile(service, mine, 'one', { path: 'gone.txt' });
  await uploadFile(service, mine, 'two', { ref });
  expect((await deleteFile(service, mine, 'gone.txt')).error).toBeNull();
  const query = `{ labWithDataRoomAndFiles(oclId: "${mine.oclId}") { dataRoom { storageUsed files { did } } } }`;
  const { dataRoom } = await resultOf(service, query);
  expect(dataRoom).toEqual({ storageUsed: '0', files: [] });
  expect((await uploadFile(service, mine, 'new', { ref })).error.code).toBe('NOT_FOUND');
});

test('no signature, token or key is logged', async () => {
  const log = service.logLines.join('');
  expect(log.length).toBeGreaterThan(0);
  for (const secret of [lab.token, service.credential, 'signature=', 'X-Amz'])
    expect(log).not.toContain(secret);
  expect(await readdir(service.dataDir)).toContain('objects');
});
