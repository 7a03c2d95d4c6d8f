import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, reasonOf, refusalOf } from '@labroom/testing/test-client.ts';
import {
  decrypt,
  decryptDataKey,
  encryptFor,
  generateKey,
  uploadSecret,
} from '@labroom/testing/test-encryption.ts';
import { as, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fileAt, finish, sent } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { describe, expect, test, vi } from 'vitest';
import { KmsError } from '#platform/kms/kms.ts';

const service = await openTestService();
const lab = await registeredLab(service);

const SECRET = 'the unpublished melting point is 42.7 degrees';

async function storedBytes(path: string): Promise<Buffer> {
  const { downloadUrl } = await fileAt(service, lab, path);
  return Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
}

describe('an encrypted file', () => {
  test('has its key and plaintext in no stored byte, no log and no response but those of the two key calls', async () => {
    const { plaintextDEK } = await uploadSecret(service, lab, SECRET, { path: 'clear.txt' });
    const objects = join(service.dataDir, 'objects');
    for (const entry of await readdir(objects, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      expect((await readFile(join(entry.parentPath, entry.name))).includes(SECRET)).toBe(false);
    }
    const everything = JSON.stringify(
      await ask(
        service,
        `{ labWithDataRoomAndFiles(oclId: "${lab.oclId}") { dataRoom { files {
      path downloadUrl encryptionMetadata { encryptionSystem iv contentHash accessControlConditions encryptedBy encryptedAt }
      versions { downloadUrl } } } } labActivity(oclId: "${lab.oclId}", page: 0, perPage: 50) { nodes { ... on LabEventFileAdded { entry { path contentText } } } } }`,
      ),
    );
    for (const text of [everything, service.logLines.join('')]) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(plaintextDEK);
    }
  });

  test('gets UPSTREAM_UNAVAILABLE while the KMS is down, and INTERNAL_ERROR if the KMS rejects the request', async () => {
    await uploadSecret(service, lab, SECRET, { path: 'waiting.txt' });
    const { kms } = service.context;
    for (const [kind, code, reason] of [
      ['UNAVAILABLE', 'UPSTREAM_UNAVAILABLE', 'KEY_SERVICE_UNAVAILABLE'],
      ['REFUSED', 'INTERNAL_ERROR', undefined],
    ] as const) {
      const failure = new KmsError(kind, 'The host kms.internal says no.');
      vi.spyOn(kms, 'generateDataKey').mockRejectedValueOnce(failure);
      vi.spyOn(kms, 'unwrapDataKey').mockRejectedValueOnce(failure);
      for (const result of [
        await generateKey(service, lab.token),
        await decryptDataKey(service, lab, { filePath: 'waiting.txt' }),
      ]) {
        expect(result.error).toMatchObject({ code, retryable: true });
        expect(reasonOf(result)).toBe(reason);
        expect(result.error.message).not.toContain('kms.internal');
      }
    }
    vi.restoreAllMocks();
  });

  test('keeps the key of every version', async () => {
    const { datasetId: ref } = await uploadSecret(service, lab, SECRET, { path: 'rekeyed.txt' });
    await uploadSecret(service, lab, 'version two', { ref });
    const [one, two] = await Promise.all(
      [1, 2].map((version) => decryptDataKey(service, lab, { ref, version })),
    );
    expect(one.plaintextDEK).not.toBe(two.plaintextDEK);
    expect(decrypt(await storedBytes('rekeyed.txt'), two.plaintextDEK, two.iv)).toBe('version two');
  });

  test('has a URL beside each key, of the bytes that this key opens, and none with a refusal', async () => {
    const { datasetId: ref } = await uploadSecret(service, lab, 'the first', { path: 'reached.txt' });
    await uploadSecret(service, lab, 'the second', { ref });
    for (const [version, text] of [
      [1, 'the first'],
      [2, 'the second'],
      [undefined, 'the second'],
    ] as const) {
      const { plaintextDEK, iv, downloadUrl } = await decryptDataKey(service, lab, { ref, version });
      const stored = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
      expect(decrypt(stored, plaintextDEK, iv)).toBe(text);
    }
    const outsider = await as(service, lab, await fundedWallet());
    expect(await decryptDataKey(service, outsider, { ref })).toMatchObject({
      error: { code: 'UNAUTHORIZED' },
      plaintextDEK: null,
      downloadUrl: null,
    });
  });
});

describe('a data key', () => {
  test('used for two files at once is bound to one of them', async () => {
    const { ciphertext, encryptionMetadata } = await encryptFor(service, lab, SECRET);
    const tokens = await Promise.all([sent(service, lab, ciphertext), sent(service, lab, ciphertext)]);
    const answers = await Promise.all(
      tokens.map((token, i) =>
        finish(service, lab, token, { path: `shared-${i}`, accessLevel: 'ADMIN', encryptionMetadata }),
      ),
    );
    expect(answers.filter((answer) => answer.error === null)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error).map(refusalOf)).toEqual([
      expect.objectContaining({ code: 'VALIDATION_FAILED', reason: 'UNKNOWN_DATA_KEY' }),
    ]);
  });
});
