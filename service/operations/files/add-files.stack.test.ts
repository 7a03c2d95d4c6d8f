import { seal } from '@labroom/client/crypto/aes-gcm';
import { bytesFromBase64 } from '@labroom/client/crypto/base64';
import { AddFilesDocument, GenerateDataEncryptionKeysDocument } from '@labroom/client/documents';
import { ask, reasonOf, resultOf } from '@labroom/testing/test-client.ts';
import { decrypt, decryptDataKey, teamConditions } from '@labroom/testing/test-encryption.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { type Author, fileAt, sha256, uploadFile } from '@labroom/testing/test-upload.ts';
import { and, eq, like, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { deleteObjects } from '#core/files/delete-objects.ts';
import { brokenInvariants } from '#operator/check/invariants.ts';
import { objectDeletions } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';

const service = await openTestService();
const lab = await registeredLab(service);
const { db, storage } = service.context;

type Fields = Record<string, unknown>;

const file = (path: string, bytes: string | Buffer = `content of ${path}`, more: Fields = {}) => ({
  ...{ path, contentType: 'text/plain', content: Buffer.from(bytes).toString('base64') },
  ...more,
});

const addFiles = (files: object[], more: Fields = {}, author: Author = lab) =>
  resultOf(
    service,
    AddFilesDocument,
    { oclId: author.oclId, accessLevel: 'PUBLIC', changeBy: author.wallet, files, ...more },
    author.token,
  );

const newKeys = async (count: number, author: Author = lab) =>
  (await resultOf(service, GenerateDataEncryptionKeysDocument, { count }, author.token)).keys;

async function secretFile(path: string, plaintext: string, key: Record<string, string>) {
  const sealed = await seal(Buffer.from(plaintext), bytesFromBase64(key.plaintextDEK ?? ''));
  const { encryptedDek, encryptionSystem } = key;
  const how = { iv: sealed.iv, contentHash: sealed.plaintextHash, encryptedAt: new Date().toISOString() };
  return file(path, Buffer.from(sealed.ciphertext), {
    encryption: { encryptedDek, encryptionSystem, ...how },
  });
}
async function opened(filePath: string): Promise<string> {
  const { plaintextDEK, iv, downloadUrl } = await decryptDataKey(service, lab, { filePath });
  const bytes = await (await fetch(downloadUrl)).arrayBuffer();
  return decrypt(new Uint8Array(bytes), plaintextDEK, iv);
}
const forTeam = { accessLevel: 'ADMIN', accessControlConditions: teamConditions(lab.oclId) };

interface Result {
  path: string;
  datasetId: string | null;
  contentHash: string | null;
  version: number | null;
  error: { code: string; details: string } | null;
}
const outcomes = (files: Result[]) =>
  files.map((one) => (one.error ? (reasonOf(one) ?? one.error.code) : one.version));

const FEED = `query($o: String!) { labActivity(oclId: $o, page: 0, perPage: 100) { nodes {
  ... on LabEventFileAdded { entry { path } } } } }`;

const figures = async (oclId: string) => {
  const [row] = await db
    .select({ storedBytes: labs.storedBytes, feedLength: labs.feedLength })
    .from(labs)
    .where(eq(labs.oclId, oclId));
  return row;
};
const queued = (oclId: string) =>
  db
    .select()
    .from(objectDeletions)
    .where(and(eq(objectDeletions.oclId, oclId), like(objectDeletions.objectKey, 'files/%')));

describe('addFiles', () => {
  test('adds files as an upload does, and refuses others of the same call by themselves', async () => {
    const place = await registeredLab(service);
    await uploadFile(service, place, 'there', { path: 'there.txt' });
    const before = await figures(place.oclId);
    const { files, error, message } = await addFiles(
      [
        file('a/one.txt', 'one', {
          tags: ['plate'],
          description: 'The first.',
          changeNote: 'From the reader.',
        }),
        file('there.txt'),
        file('a/../b.txt'),
        file('a/two.txt', Buffer.alloc(65_536, 1)),
        file('large.bin', Buffer.alloc(65_537)),
        file('a/one.txt', 'again'),
        file('not-base64.txt', '', { content: '%%%' }),
        file('a/оne.txt', 'a Cyrillic o'),
        file('empty.txt', ''),
        file('secret.txt', 'x', {
          encryption: {
            encryptionSystem: 'kms',
            encryptedDek: 'eA==',
            iv: '',
            contentHash: '',
            encryptedAt: '',
          },
        }),
      ],
      {},
      place,
    );
    expect(error).toBeNull();
    expect(outcomes(files)).toEqual([
      ...[1, 'PATH_OCCUPIED', 'INVALID_PATH', 1, 'VALIDATION_FAILED', 'PATH_OCCUPIED'],
      ...['VALIDATION_FAILED', 'CONFUSABLE_PATH', 1, 'INVALID_ACCESS_LEVEL'],
    ]);
    expect(message).toBe('3 files added. 7 refused.');
    const one = await fileAt(service, place, 'a/one.txt');
    expect(one).toMatchObject({
      ...{ did: files[0].datasetId, version: 1, contentHash: `sha256:${sha256('one')}`, tags: ['plate'] },
      ...{ description: 'The first.', accessLevel: 'PUBLIC', contentType: 'text/plain' },
    });
    expect(await (await fetch(one.downloadUrl)).text()).toBe('one');
    const after = await figures(place.oclId);
    expect(after).toEqual({
      storedBytes: (before?.storedBytes ?? 0) + 3 + 65_536,
      feedLength: (before?.feedLength ?? 0) + 3,
    });
    const { nodes } = (await ask(service, FEED, { o: place.oclId }, place.token)).labActivity;
    expect(nodes.slice(0, 3).map(({ entry }: { entry: { path: string } }) => entry.path)).toEqual([
      'empty.txt',
      'a/two.txt',
      'a/one.txt',
    ]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('adds encrypted files, each with a key of its own that is used once', async () => {
    const [one, two, other] = await newKeys(3);
    const outsider = await registeredLab(service);
    const [foreign] = await newKeys(1, outsider);
    const { files } = await addFiles(
      [
        await secretFile('secret/one.txt', 'first', one),
        await secretFile('secret/again.txt', 'with the same key', one),
        await secretFile('secret/two.txt', 'second', two),
        await secretFile('secret/foreign.txt', 'with the key of another wallet', foreign),
        file('secret/plain.txt'),
      ],
      forTeam,
    );
    expect(outcomes(files)).toEqual([1, 'UNKNOWN_DATA_KEY', 1, 'UNKNOWN_DATA_KEY', 'ENCRYPTION_REQUIRED']);
    expect(await opened('secret/one.txt')).toBe('first');
    expect(await opened('secret/two.txt')).toBe('second');
    const later = await addFiles(
      [await secretFile('secret/later.txt', 'x', two), await secretFile('secret/last.txt', 'x', other)],
      forTeam,
    );
    expect(outcomes(later.files)).toEqual(['UNKNOWN_DATA_KEY', 1]);
  });

  test('refuses the call for conditions that everybody meets, another author, and too many files or bytes', async () => {
    const [key] = await newKeys(1);
    const secret = [await secretFile('never.txt', 'x', key)];
    const [asked] = JSON.parse(teamConditions(lab.oclId));
    const met = JSON.stringify([{ ...asked, returnValueTest: { key: '', comparator: '!=', value: 'true' } }]);
    const refused = [
      await addFiles(secret, { accessLevel: 'ADMIN', accessControlConditions: met }),
      await addFiles(secret, { accessLevel: 'ADMIN' }),
      await addFiles([file('never.txt')], { accessControlConditions: met }),
      await addFiles([file('never.txt')], { changeBy: `0x${'1'.repeat(40)}` }),
      await addFiles([]),
      await addFiles(Array.from({ length: 101 }, (_, at) => file(`${at}.txt`))),
      await addFiles(Array.from({ length: 17 }, (_, at) => file(`${at}.txt`, Buffer.alloc(65_000)))),
    ];
    for (const one of refused) expect([one.files, one.error?.code]).toEqual([null, 'VALIDATION_FAILED']);
    expect(await fileAt(service, lab, 'never.txt')).toBeNull();
  });

  test('answers a repeated call as before, and adds nothing', async () => {
    const place = await registeredLab(service);
    const [key] = await newKeys(1, place);
    const team = { ...forTeam, accessControlConditions: teamConditions(place.oclId) };
    const calls: [object[], Fields][] = [
      [[file('one.txt'), file('two.txt')], {}],
      [[await secretFile('secret.txt', 'x', key)], team],
    ];
    for (const [files, more] of calls) {
      const first = await addFiles(files, more, place);
      const before = await figures(place.oclId);
      const again = first.files.map((one: Result) => ({ ...one, wasThere: true }));
      expect(await addFiles(files, more, place)).toEqual({ ...first, files: again });
      expect(await figures(place.oclId)).toEqual(before);
    }
    const changed = await addFiles(
      [file('one.txt', 'other bytes'), file('two.txt', undefined, { contentType: 'text/csv' })],
      {},
      place,
    );
    expect(outcomes(changed.files)).toEqual(['PATH_OCCUPIED', 'PATH_OCCUPIED']);
  });

  test('adds each path once when calls race, and counts every byte once', async () => {
    const place = await registeredLab(service);
    const paths = Array.from({ length: 12 }, (_, at) => `raced/${at}.txt`);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((who) =>
        addFiles(
          paths.map((path) => file(path, `${path} by ${who}`)),
          {},
          place,
        ),
      ),
    );
    for (const [at, path] of paths.entries()) {
      const added = answers.filter(({ files }) => files[at].error === null);
      expect(added).toHaveLength(1);
      const { did } = await fileAt(service, place, path);
      expect(added[0].files[at].datasetId).toBe(did);
    }
    const bytes = paths.reduce((sum, path) => sum + path.length + 5, 0);
    expect((await figures(place.oclId))?.storedBytes).toBe(bytes);
    const unused = await queued(place.oclId);
    await deleteObjects(service.context);
    expect(await Promise.all(unused.map(({ objectKey }) => storage.head(objectKey)))).toEqual(
      unused.map(() => null),
    );
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('adds what fits into the quota of the lab', async () => {
    const place = await registeredLab(service);
    await db.update(labs).set({ storageLimit: 25 }).where(eq(labs.oclId, place.oclId));
    const { files } = await addFiles(
      [file('1', '0123456789'), file('2', '0123456789'), file('3', '0123456789'), file('4', '01234')],
      {},
      place,
    );
    expect(outcomes(files)).toEqual([1, 1, 'QUOTA_EXCEEDED', 1]);
    expect((await figures(place.oclId))?.storedBytes).toBe(25);
  });

  test('leaves no bytes behind when the storage fails half way', async () => {
    const place = await registeredLab(service);
    let count = 0;
    const put = storage.put.bind(storage);
    const failing = vi.spyOn(storage, 'put').mockImplementation(async (object) => {
      count += 1;
      if (count > 5) throw new Error('The disk is full');
      return put(object);
    });
    const { error } = await addFiles(
      Array.from({ length: 8 }, (_, at) => file(`${at}.txt`)),
      {},
      place,
    );
    failing.mockRestore();
    expect(error.code).toBe('INTERNAL_ERROR');
    const left = await queued(place.oclId);
    expect(left).toHaveLength(8);
    await db.update(objectDeletions).set({ dueAt: sql`now()` }).where(eq(objectDeletions.oclId, place.oclId));
    await deleteObjects(service.context);
    expect(await Promise.all(left.map(({ objectKey }) => storage.head(objectKey)))).toEqual(
      left.map(() => null),
    );
    expect(await figures(place.oclId)).toMatchObject({ storedBytes: 0 });
  });

  test('does not answer other conditions as added before', async () => {
    const [key] = await newKeys(1);
    const secret = [await secretFile('same-bytes.txt', 'x', key)];
    expect(outcomes((await addFiles(secret, forTeam)).files)).toEqual([1]);
    const [asked] = JSON.parse(teamConditions(lab.oclId));
    const both = JSON.stringify([asked, { operator: 'and' }, asked]);
    const other = await addFiles(secret, { accessLevel: 'ADMIN', accessControlConditions: both });
    expect(outcomes(other.files)).toEqual(['PATH_OCCUPIED']);
  });

  test('bounds what comparing its paths costs', async () => {
    const place = await registeredLab(service);
    const deep = Array.from({ length: 60 }, (_, at) => file(`${`${at}/`.repeat(40)}a`));
    expect((await addFiles(deep, {}, place)).error).toMatchObject({ code: 'VALIDATION_FAILED' });
    await addFiles(
      Array.from({ length: 8 }, (_, at) => file(`look-${at}.txt`)),
      {},
      place,
    );
    const likes = Array.from({ length: 8 }, (_, at) => file(`l\u043eok-${at}.txt`));
    expect(reasonOf(await addFiles(likes, {}, place))).toBe('CONFUSABLE_PATH');
    const some = await addFiles([...likes.slice(0, 4), file('other.txt')], {}, place);
    expect(outcomes(some.files)).toEqual([...Array(4).fill('CONFUSABLE_PATH'), 1]);
  });
});
