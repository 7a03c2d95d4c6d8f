import { randomBytes } from 'node:crypto';
import {
  ChangeFileVersionAccessDocument,
  DecryptDataKeyDocument,
  RestoreEntryDocument,
  RestoreFileVersionDocument,
} from '@labroom/client/documents';
import { CHUNK_BYTES } from '@labroom/protocol/chunk-list';
import { ask, post, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import { encryptFor } from '@labroom/testing/test-encryption.ts';
import { sentInParts } from '@labroom/testing/test-parts.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { testStorages } from '@labroom/testing/test-storages.ts';
import { deleteFile, fileAt, finish, sha256, trashFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { desc, isNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { deleteObjects } from '#core/files/delete-objects.ts';
import { objectChunks, uploads } from '#platform/db/tables/files.ts';
import { expireUploads } from '#worker/expire-uploads.ts';
import { joinUpload, requireUnfinished } from './parts-of-upload.ts';

const CHUNKS = `query($oclId: String!, $ref: String!, $version: Int!) {
  fileChunks(oclId: $oclId, ref: $ref, version: $version) { chunkLength hashes } }`;
const MAC = randomBytes(32).toString('base64');

const listOf = (bytes: Uint8Array) =>
  Buffer.concat(
    Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, index) =>
      Buffer.from(sha256(bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES)), 'hex'),
    ),
  ).toString('base64');

describe.each(testStorages)('the list of chunks on $name', async ({ open }) => {
  const service = await open();
  const lab = await registeredLab(service);

  const chunksOf = async (ref: string, version = 1, { oclId } = lab) =>
    (await ask(service, CHUNKS, { oclId, ref, version })).fileChunks;
  const lists = () => service.context.db.$count(objectChunks);
  const large = async (path: string) => {
    const bytes = new Uint8Array(randomBytes(2 * CHUNK_BYTES + 7));
    const { datasetId: ref } = await finish(service, lab, await sentInParts(service, lab, bytes), { path });
    return { ref, list: listOf(bytes) };
  };

  test('has the hash of every MiB, for everyone, and there is none of a file that was sent as a whole', async () => {
    const { ref, list } = await large('a.bin');
    expect(await chunksOf(ref)).toEqual({ chunkLength: CHUNK_BYTES, hashes: list });
    expect(await chunksOf(ref, 2)).toBeNull();
    expect(await chunksOf(ref, 1, await registeredLab(service))).toBeNull();
    const { datasetId: whole } = await uploadFile(service, lab, 'bytes', { path: 'whole.txt' });
    expect(await chunksOf(whole)).toBeNull();
  });

  test('of an encrypted version has a code, which comes with the key alone, and changes with the access', async () => {
    const plaintext = 'x'.repeat(CHUNK_BYTES + 3);
    const [first, second] = [
      await encryptFor(service, lab, plaintext),
      await encryptFor(service, lab, plaintext),
    ];
    const { datasetId: ref } = await finish(service, lab, await sentInParts(service, lab, first.ciphertext), {
      path: 'secret.bin',
      accessLevel: 'ADMIN',
      encryptionMetadata: { ...first.encryptionMetadata, chunksMac: MAC },
    });
    const mac = async () =>
      (await resultOf(service, DecryptDataKeyDocument, { oclId: lab.oclId, ref }, lab.token)).chunksMac;
    expect([(await chunksOf(ref)).hashes, await mac()]).toEqual([listOf(first.ciphertext), MAC]);
    const outsider = await registeredLab(service);
    const { body } = await post(service, DecryptDataKeyDocument, { oclId: lab.oclId, ref }, outsider.token);
    expect(JSON.stringify(body)).not.toContain(MAC);

    const { versions } = await fileAt(service, lab, 'secret.bin');
    const change = {
      ...{ oclId: lab.oclId, ref, version: 1, accessLevel: 'HOLDERS', changeBy: lab.wallet },
      replaces: versions[0].contentHash,
      contentHash: `sha256:${sha256(second.ciphertext)}`,
      uploadToken: await sentInParts(service, lab, second.ciphertext),
      encryptionMetadata: second.encryptionMetadata,
    };
    const before = await lists();
    const changed = await resultOf(service, ChangeFileVersionAccessDocument, change, lab.token);
    expect(changed.error).toBeNull();
    expect([(await chunksOf(ref)).hashes, await mac()]).toEqual([listOf(second.ciphertext), null]);
    expect(await lists()).toBe(before);
  });

  test.each(['', 'AAAA', 'A'.repeat(44), 'not base64'])('a code has 32 bytes: %j', async (chunksMac) => {
    const { ciphertext, encryptionMetadata } = await encryptFor(service, lab, 'x');
    const uploadToken = await sentInParts(service, lab, ciphertext);
    const wrong = { ...encryptionMetadata, chunksMac };
    const refused = await finish(service, lab, uploadToken, {
      path: 'b',
      accessLevel: 'ADMIN',
      encryptionMetadata: wrong,
    });
    expect(refusalOf(refused)).toMatchObject({
      code: 'VALIDATION_FAILED',
      argument: 'encryptionMetadata.chunksMac',
    });
  });

  test('follows a version to the trash and back, and to a restored version, and ends with its bytes', async () => {
    const path = 'moved.bin';
    const { ref, list } = await large(path);
    await uploadFile(service, lab, 'newer', { ref });
    await resultOf(service, RestoreFileVersionDocument, { oclId: lab.oclId, ref, version: 1 }, lab.token);
    expect((await chunksOf(ref, 3)).hashes).toBe(list);
    const before = await lists();
    const { ids } = await trashFile(service, lab, path);
    expect(await chunksOf(ref)).toBeNull();
    const entries = [{ id: ids[0] }];
    await resultOf(service, RestoreEntryDocument, { oclId: lab.oclId, entries }, lab.token);
    expect([(await chunksOf(ref)).hashes, (await chunksOf(ref, 3)).hashes]).toEqual([list, list]);
    await deleteObjects(service.context);
    expect([(await chunksOf(ref)).hashes, await lists()]).toEqual([list, before]);
    await deleteFile(service, lab, path);
    expect([await chunksOf(ref), await lists()]).toEqual([null, before - 1]);
  });

  test('ends with an upload that was joined and never finished', async () => {
    const before = await lists();
    const { db } = service.context;
    await sentInParts(service, lab, new Uint8Array(9));
    const [row] = await db
      .select()
      .from(uploads)
      .where(isNull(uploads.finishedAt))
      .orderBy(desc(uploads.createdAt));
    if (!row) throw new Error('There is no upload');
    await joinUpload(service.context, requireUnfinished(row));
    expect(await lists()).toBe(before + 1);
    await db.update(uploads).set({ expiresAt: sql`now() - interval '2 hours'` });
    await expireUploads(service.context);
    while ((await deleteObjects(service.context)).more);
    expect(await lists()).toBe(before);
  });
});
