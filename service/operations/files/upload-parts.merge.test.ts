import { randomBytes, randomUUID } from 'node:crypto';
import {
  CancelUploadDocument,
  FinishCreateOrUpdateFileDocument,
  InitiateCreateOrUpdateFileDocument,
  UploadPartsDocument,
} from '@labroom/client/documents';
import { newWallet } from '@labroom/testing/actors.ts';
import { post, reasonOf, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import {
  finishLarge,
  initiateParts,
  PART,
  partsOf,
  sendParts,
  sentInParts,
} from '@labroom/testing/test-parts.ts';
import { as, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { testStorages } from '@labroom/testing/test-storages.ts';
import { fileAt, finish, put, sent, sha256 } from '@labroom/testing/test-upload.ts';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { deleteObjects } from '#core/files/delete-objects.ts';
import { reservedBytes } from '#core/labs/lab-lock.ts';
import { brokenInvariants } from '#operator/check/invariants.ts';
import { objectDeletions, uploads } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { expireUploads } from '#worker/expire-uploads.ts';

const body = (length: number) => new Uint8Array(randomBytes(length));
const idOf = (uploadToken: string): string => JSON.parse(atob(uploadToken.split('.')[1] ?? '')).sub;

describe.each(testStorages)('an upload in parts on $name', async ({ open }) => {
  const service = await open();
  const lab = await registeredLab(service);

  const refused = async (
    uploadToken: string,
    numbers: number[],
    author: Parameters<typeof partsOf>[1] = lab,
  ) => {
    const { oclId, token } = author;
    const { body } = await post(service, UploadPartsDocument, { oclId, uploadToken, numbers }, token);
    const { errorType, errorInfo } = body.errors[0];
    return errorInfo.reason ?? errorInfo.argument ?? errorType;
  };
  const download = async (path: string) => {
    const { downloadUrl } = await fileAt(service, lab, path);
    return Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
  };
  const cancel = ({ oclId, token }: Parameters<typeof partsOf>[1], uploadToken: string) =>
    resultOf(service, CancelUploadDocument, { oclId, uploadToken }, token);
  /** What the storage has of an upload that was never finished. */
  const left = async (uploadToken: string) => {
    const key = `parts/${idOf(uploadToken)}`;
    return [await service.context.storage.head(key), await service.context.storage.read(key)];
  };

  test('is continued after an interruption, and is then one file with the hash of the whole', async () => {
    const bytes = body(2 * PART + 5);
    const { uploadToken, uploadUrl, headers, parts, error } = await initiateParts(service, lab, bytes.length);
    expect([error, uploadUrl, headers]).toEqual([null, null, null]);
    expect(parts).toMatchObject({
      partLength: PART,
      count: 3,
      urls: [{ number: 1 }, { number: 2 }, { number: 3 }],
    });
    expect(Date.parse(parts.expiresAt) - Date.now()).toBeGreaterThan(47 * 3_600_000);
    expect(await sendParts(service, lab, uploadToken, bytes, 3, 1)).toEqual([200, 200]);

    const incomplete = await finish(service, lab, uploadToken, { path: 'parts.bin' });
    expect(refusalOf(incomplete)).toEqual({
      ...{ code: 'VALIDATION_FAILED', reason: 'UPLOAD_INCOMPLETE' },
      ...{ argument: 'uploadToken', field: 'uploadToken', missing: [2] },
    });
    const { stored, urls } = await partsOf(service, lab, uploadToken);
    expect([stored, urls]).toEqual([
      [
        { number: 1, contentLength: PART },
        { number: 3, contentLength: 5 },
      ],
      [],
    ]);
    const [, second] = parts.urls;
    const again = { uploadUrl: second.url, headers: second.headers };
    expect(await put(again, bytes.subarray(PART, 2 * PART))).toBe(200);
    const finished = await finish(service, lab, uploadToken, { path: 'parts.bin' });
    expect([finished.error, finished.contentHash]).toEqual([null, `sha256:${sha256(bytes)}`]);
    expect((await download('parts.bin')).equals(bytes)).toBe(true);
    expect(await finish(service, lab, uploadToken, { path: 'parts.bin' })).toEqual(finished);
    expect(reasonOf(await finish(service, lab, uploadToken, { path: 'other.bin' }))).toBe(
      'UPLOAD_ALREADY_FINISHED',
    );
    expect(await refused(uploadToken, [1])).toBe('UPLOAD_ALREADY_FINISHED');
  });

  test('never changes after its finish, whatever is sent again', async () => {
    const bytes = body(PART + 1);
    const { uploadToken } = await initiateParts(service, lab, bytes.length);
    const { urls } = await partsOf(service, lab, uploadToken, 1, 2);
    await sendParts(service, lab, uploadToken, bytes, 1, 2);
    await finish(service, lab, uploadToken, { path: 'fixed.bin' });
    const again = urls.map(({ url, headers }: { url: string; headers: [] }, index: number) =>
      put({ uploadUrl: url, headers }, body(index === 0 ? PART : 1)),
    );
    expect(await Promise.all(again)).toEqual([404, 404]);
    expect((await download('fixed.bin')).equals(bytes)).toBe(true);
    await deleteObjects(service.context);
    expect((await download('fixed.bin')).equals(bytes)).toBe(true);
  });

  test('takes parts of the signed length only, so it never has more bytes than were reserved', async () => {
    const { uploadToken } = await initiateParts(service, lab, PART + 2);
    const { urls } = await partsOf(service, lab, uploadToken, 1, 2);
    const [one, two] = urls.map(({ url: uploadUrl, headers }: { url: string; headers: [] }) => ({
      uploadUrl,
      headers,
    }));
    for (const [upload, length] of [
      [one, PART - 1],
      [one, PART + 1],
      [two, 3],
      [two, PART],
      [two, 0],
    ] as const)
      expect(await put(upload, body(length)), String(length)).toBeGreaterThanOrEqual(400);
    expect((await partsOf(service, lab, uploadToken)).stored).toEqual([]);
  });

  test('is finished once by two calls at once', async () => {
    const bytes = body(PART + 3);
    const uploadToken = await sentInParts(service, lab, bytes);
    const answers = await Promise.all(
      [1, 2, 3].map(() => finish(service, lab, uploadToken, { path: 'once.bin' })),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect((await fileAt(service, lab, 'once.bin')).versions).toHaveLength(1);
    expect((await download('once.bin')).equals(bytes)).toBe(true);
  });

  /** As by a process that ended before it recorded that. */
  const joinNow = async (uploadToken: string, count: number) => {
    const { db, storage } = service.context;
    const [row] = await db
      .select()
      .from(uploads)
      .where(eq(uploads.id, idOf(uploadToken)));
    const upload = { key: row?.objectKey ?? '', id: row?.parts?.storageId ?? '' };
    await storage.joinParts({ ...upload, contentType: 'text/plain', count });
  };

  test('whose process ended between joining and recording is finished by a retry, also at another path', async () => {
    const bytes = body(PART + 4);
    const uploadToken = await sentInParts(service, lab, bytes);
    await joinNow(uploadToken, 2);
    expect((await partsOf(service, lab, uploadToken)).stored).toHaveLength(2);
    await finish(service, lab, await sent(service, lab, 'x'), { path: 'taken.bin' });
    expect(reasonOf(await finish(service, lab, uploadToken, { path: 'taken.bin' }))).toBe('PATH_OCCUPIED');
    const { error, contentHash } = await finish(service, lab, uploadToken, { path: 'later.bin' });
    expect([error, contentHash]).toEqual([null, `sha256:${sha256(bytes)}`]);
  });

  test('is for the wallet and the lab that began it', async () => {
    const other = await registeredLab(service);
    const { uploadToken } = await initiateParts(service, lab, 1);
    expect(await refused(uploadToken, [1], other)).toBe('UPLOAD_TOKEN_MISMATCH');
    expect(await refused(uploadToken, [1], await as(service, lab, newWallet()))).toBe('UNAUTHORIZED');
    expect(await refused(`${uploadToken}x`, [1])).toBe('UPLOAD_TOKEN_MISMATCH');
    expect(await refused(await sent(service, lab, 'whole'), [1])).toBe('UPLOAD_TOKEN_MISMATCH');
    const { db } = service.context;
    await db
      .update(uploads)
      .set({ wallet: other.wallet.toLowerCase() })
      .where(eq(uploads.id, idOf(uploadToken)));
    expect(await refused(uploadToken, [1])).toBe('UPLOAD_TOKEN_MISMATCH');
  });

  test.each([[[0]], [[3]], [[-1]], [Array(101).fill(1)]])('has no part %j of two', async (numbers) => {
    const { uploadToken } = await initiateParts(service, lab, PART + 1);
    expect(await refused(uploadToken, numbers)).toMatch(/^numbers/);
  });

  test('that takes long to join lets its caller do other things, and is found joined', async () => {
    const bytes = body(PART + 7);
    const uploadToken = await sentInParts(service, lab, bytes);
    const { storage, config } = service.context;
    const released = Promise.withResolvers<void>();
    const joinParts = storage.joinParts.bind(storage);
    const joined = vi.spyOn(storage, 'joinParts').mockImplementation(async (upload) => {
      await released.promise;
      return joinParts(upload);
    });
    config.limits.joinWaitMs = 1;
    const variables = {
      oclId: lab.oclId,
      uploadToken,
      path: 'slow.bin',
      accessLevel: 'PUBLIC',
      changeBy: lab.wallet,
    };
    for (const _ of [1, 2, 3]) {
      const { status, headers, body } = await post(
        service,
        FinishCreateOrUpdateFileDocument,
        variables,
        lab.token,
      );
      expect([status, headers.get('retry-after')]).toEqual([429, '1']);
      expect(body.errors[0]).toMatchObject({
        errorType: 'RATE_LIMITED',
        errorInfo: { reason: 'UPLOAD_JOINING' },
      });
    }
    expect(
      (await finish(service, lab, await sent(service, lab, 'x'), { path: 'quick.txt' })).error,
    ).toBeNull();
    released.resolve();
    const { result } = await finishLarge(service, lab, uploadToken, 'slow.bin');
    config.limits.joinWaitMs = 5_000;
    expect([result.error, result.contentHash]).toEqual([null, `sha256:${sha256(bytes)}`]);
    expect(joined).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
  });

  test('that is cancelled has no parts any more, and its bytes are free at once', async () => {
    const mine = await registeredLab(service);
    const { db } = service.context;
    await db.update(labs).set({ storageLimit: PART }).where(eq(labs.oclId, mine.oclId));
    const { uploadToken } = await initiateParts(service, mine, PART);
    const { urls } = await partsOf(service, mine, uploadToken, 1);
    await sendParts(service, mine, uploadToken, body(PART), 1);
    expect(reasonOf(await cancel(lab, uploadToken))).toBe('UPLOAD_TOKEN_MISMATCH');
    expect((await cancel(mine, uploadToken)).error).toBeNull();
    const { url: uploadUrl, headers } = urls[0];
    expect(await put({ uploadUrl, headers }, body(PART))).toBe(404);
    expect(reasonOf(await finish(service, mine, uploadToken, { path: 'a' }))).toBe('UPLOAD_TOKEN_EXPIRED');
    expect(reasonOf(await cancel(mine, uploadToken))).toBe('UPLOAD_TOKEN_EXPIRED');
    const next = await sentInParts(service, mine, body(PART));
    expect((await finish(service, mine, next, { path: 'b' })).error).toBeNull();
    expect(reasonOf(await cancel(mine, next))).toBe('UPLOAD_ALREADY_FINISHED');
    expect(await left(uploadToken)).toEqual([null, null]);
  });

  test('that is cancelled while it is finished is either a file or gone, and stays counted until then', async () => {
    const mine = await registeredLab(service);
    const { db, storage } = service.context;
    const uploadToken = await sentInParts(service, mine, body(9));
    const joinParts = storage.joinParts.bind(storage);
    vi.spyOn(storage, 'joinParts').mockImplementationOnce(async (upload) => {
      expect((await cancel(mine, uploadToken)).error).toBeNull();
      return joinParts(upload);
    });
    expect((await finish(service, mine, uploadToken, { path: 'a' })).error).not.toBeNull();
    vi.restoreAllMocks();
    expect(await reservedBytes(db, mine.oclId)).toBe(9);
    await db.update(objectDeletions).set({ dueAt: sql`now()` });
    while ((await deleteObjects(service.context)).more);
    expect(await left(uploadToken)).toEqual([null, null]);
    expect(await reservedBytes(db, mine.oclId)).toBe(0);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('that was abandoned is removed with its parts, and its bytes are free', async () => {
    const mine = await registeredLab(service);
    const { db } = service.context;
    const [partly, joined] = [
      await initiateParts(service, mine, PART + 1),
      await sentInParts(service, mine, body(9)),
    ];
    await sendParts(service, mine, partly.uploadToken, body(PART + 1), 1);
    await joinNow(joined, 1);
    await db
      .update(labs)
      .set({ storageLimit: PART + 10 })
      .where(eq(labs.oclId, mine.oclId));
    expect(reasonOf(await initiateParts(service, mine, 1))).toBe('QUOTA_EXCEEDED');
    const longAgo = sql<Date>`now() - interval '2 hours'`;
    await db.update(uploads).set({ expiresAt: longAgo }).where(eq(uploads.oclId, mine.oclId));
    expect(reasonOf(await finish(service, mine, joined, { path: 'a' }))).toBe('UPLOAD_TOKEN_EXPIRED');
    expect(await refused(joined, [1], mine)).toBe('UPLOAD_TOKEN_EXPIRED');
    await expireUploads(service.context);
    while ((await deleteObjects(service.context)).more);
    for (const token of [partly.uploadToken, joined]) expect(await left(token)).toEqual([null, null]);
    expect((await initiateParts(service, mine, PART + 10)).error).toBeNull();
    expect(await brokenInvariants(db)).toEqual([]);
  });
});

describe('initiating an upload in parts', async () => {
  const service = await openTestService();
  const lab = await registeredLab(service);

  const begin = (variables: Record<string, unknown>) =>
    resultOf(
      service,
      InitiateCreateOrUpdateFileDocument,
      { oclId: lab.oclId, contentType: 'text/plain', ...variables },
      lab.token,
    );

  test('takes a length above 2^31, and cuts it into parts that S3 takes', async () => {
    const { db } = service.context;
    await db
      .update(labs)
      .set({ storageLimit: 10 ** 13 })
      .where(eq(labs.oclId, lab.oclId));
    for (const [length, partLength, count] of [
      ['2147483648', PART, 256],
      [String(10_000 * PART), PART, 10_000],
      [String(10_000 * PART + 1), 9 * 2 ** 20, 8_889],
      ['1000000000000', 96 * 2 ** 20, 9_935],
    ] as const) {
      const { error, parts } = await begin({ contentLengthBytes: length, inParts: true });
      expect([error, parts]).toMatchObject([null, { partLength, count }]);
    }
  });

  test.each([
    {},
    { contentLength: 1, contentLengthBytes: '2' },
    { contentLengthBytes: '' },
    { contentLengthBytes: '01' },
    { contentLengthBytes: '+1' },
    { contentLengthBytes: '-1' },
    { contentLengthBytes: '1e3' },
    { contentLengthBytes: '99999999999999999' },
    { contentLengthBytes: '9007199254740992' },
    { contentLength: 0, inParts: true },
    { contentLengthBytes: '5368709121' },
  ])('is refused with %j', async (variables) => {
    expect(refusalOf(await begin(variables)).code).toBe('VALIDATION_FAILED');
  });

  test('is refused above the quota, and above 1,000 unfinished ones of a lab, also at once', async () => {
    const mine = await registeredLab(service);
    expect(reasonOf(await initiateParts(service, mine, 5_000_000_001))).toBe('QUOTA_EXCEEDED');
    const { db, storage } = service.context;
    const begun = vi.spyOn(storage, 'beginParts');
    const row = {
      oclId: mine.oclId,
      wallet: mine.wallet.toLowerCase(),
      contentType: 'text/plain',
      contentLength: 1,
    };
    const parts = { partLength: PART, storageId: 'x' };
    const expiresAt = new Date(Date.now() + 3_600_000);
    const many = Array.from({ length: 995 }, () => ({
      ...row,
      id: randomUUID(),
      objectKey: 'parts/x',
      parts,
      expiresAt,
    }));
    await db.insert(uploads).values(many);
    const answers = await Promise.all(Array.from({ length: 10 }, () => initiateParts(service, mine, 1)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(5);
    expect(refusalOf(answers.find(({ error }) => error))).toEqual({
      ...{ code: 'FAILED_PRECONDITION', reason: 'QUOTA_EXCEEDED' },
      ...{ quota: 'UPLOADS', used: 1_000, incoming: 1, limit: 1_000 },
    });
    expect(begun).toHaveBeenCalledTimes(5);
    vi.restoreAllMocks();
  });
});
