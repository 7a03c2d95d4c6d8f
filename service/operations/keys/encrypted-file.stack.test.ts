import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { KmsError } from '#service/platform/kms/kms.ts';
import { ask } from '#testing/test-client.ts';
import { decrypt, decryptDataKey, encryptFor, teamConditions } from '#testing/test-encryption.ts';
import { grantRole, revokeRole } from '#testing/test-lab.ts';
import { as, type RegisteredLab, registeredLab } from '#testing/test-registered-lab.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { finish, sent, uploadFile } from '#testing/test-upload.ts';
import { fundedWallet } from '#testing/test-wallets.ts';

let service: TestService;
let lab: RegisteredLab;
beforeAll(async () => {
  service = await startTestService();
  lab = await registeredLab(service);
});
afterAll(() => service.stop());

const GENERATE = 'mutation { generateDataEncryptionKey { error { code message retryable details } } }';
const SECRET = 'the unpublished melting point is 42.7 degrees';

async function uploadSecret(path: string) {
  const { ciphertext, encryptionMetadata, plaintextDEK } = await encryptFor(service, lab, SECRET);
  const finished = await uploadFile(service, lab, ciphertext, {
    path,
    accessLevel: 'ADMIN',
    encryptionMetadata,
  });
  return { finished, plaintextDEK, encryptionMetadata };
}

async function storedBytes(path: string): Promise<Buffer> {
  const query = 'query($o: String!, $p: String!) { dataRoomFile(oclId: $o, path: $p) { downloadUrl } }';
  const { dataRoomFile } = await ask(service, query, { o: lab.oclId, p: path });
  return Buffer.from(await (await fetch(dataRoomFile.downloadUrl)).arrayBuffer());
}

const reasonOf = (result: { error: { code: string; details: string } }) => ({
  code: result.error.code,
  ...JSON.parse(result.error.details),
});

describe('an encrypted file', () => {
  test('can be opened by the owner and by wallets with a role, until it is revoked', async () => {
    const { finished } = await uploadSecret('secret.txt');
    expect(finished.error).toBeNull();
    const colleague = await fundedWallet();
    const reader = await as(service, lab, colleague);

    const refused = await decryptDataKey(service, reader, { filePath: 'secret.txt' });
    expect(refused).toMatchObject({
      plaintextDEK: null,
      iv: null,
      error: { code: 'UNAUTHORIZED', retryable: false },
    });
    expect(reasonOf(refused)).toMatchObject({
      reason: 'ACCESS_CONDITIONS_NOT_MET',
      blockNumber: expect.any(Number),
      predicates: [{ index: 0, met: false, functionName: 'hasRole', expected: 'true', actual: 'false' }],
    });

    await grantRole(lab.owner, { oclId: lab.oclId, to: colleague.address, role: 'VIEWER' });
    for (const author of [reader, lab]) {
      const released = await decryptDataKey(service, author, { filePath: 'secret.txt' });
      expect(released.error).toBeNull();
      expect(decrypt(await storedBytes('secret.txt'), released.plaintextDEK, released.iv)).toBe(SECRET);
    }

    await revokeRole(lab.owner, lab.oclId, colleague.address);
    expect((await decryptDataKey(service, reader, { filePath: 'secret.txt' })).error.code).toBe(
      'UNAUTHORIZED',
    );
  });

  test('has its key and plaintext in no stored byte, no log and no response but those of the two key calls', async () => {
    const { plaintextDEK } = await uploadSecret('clear.txt');
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
    await uploadSecret('waiting.txt');
    const { kms } = service.context;
    for (const [kind, code, reason] of [
      ['UNAVAILABLE', 'UPSTREAM_UNAVAILABLE', 'KEY_SERVICE_UNAVAILABLE'],
      ['REFUSED', 'INTERNAL_ERROR', undefined],
    ] as const) {
      const failure = new KmsError(kind, 'The host kms.internal says no.');
      vi.spyOn(kms, 'generateDataKey').mockRejectedValueOnce(failure);
      vi.spyOn(kms, 'unwrapDataKey').mockRejectedValueOnce(failure);
      const { generateDataEncryptionKey } = await ask(service, GENERATE, {}, lab.token);
      const decrypted = await decryptDataKey(service, lab, { filePath: 'waiting.txt' });
      for (const { error } of [generateDataEncryptionKey, decrypted]) {
        expect(error).toMatchObject({ code, retryable: true });
        expect(JSON.parse(error.details ?? '{}').reason).toBe(reason);
        expect(error.message).not.toContain('kms.internal');
      }
    }
    vi.restoreAllMocks();
  });

  test('keeps the key of every version', async () => {
    const { finished } = await uploadSecret('rekeyed.txt');
    const { ciphertext, encryptionMetadata } = await encryptFor(service, lab, 'version two');
    await uploadFile(service, lab, ciphertext, {
      ref: finished.datasetId,
      accessLevel: 'ADMIN',
      encryptionMetadata,
    });
    const [one, two] = await Promise.all(
      [1, 2].map((version) => decryptDataKey(service, lab, { ref: finished.datasetId, version })),
    );
    expect(one.plaintextDEK).not.toBe(two.plaintextDEK);
    expect(decrypt(await storedBytes('rekeyed.txt'), two.plaintextDEK, two.iv)).toBe('version two');
  });
});

describe('a data key', () => {
  async function attempt(change: Record<string, unknown>, author = lab) {
    const { ciphertext, encryptionMetadata } = await encryptFor(service, author, SECRET);
    const token = await sent(service, lab, ciphertext);
    const metadata = { ...encryptionMetadata, ...change };
    return finish(service, lab, token, {
      path: `attempt-${token.slice(-12)}`,
      accessLevel: 'ADMIN',
      encryptionMetadata: metadata,
    });
  }

  test('used for two files at once is bound to one of them', async () => {
    const { ciphertext, encryptionMetadata } = await encryptFor(service, lab, SECRET);
    const tokens = await Promise.all([sent(service, lab, ciphertext), sent(service, lab, ciphertext)]);
    const answers = await Promise.all(
      tokens.map((token, i) =>
        finish(service, lab, token, { path: `shared-${i}`, accessLevel: 'ADMIN', encryptionMetadata }),
      ),
    );
    expect(answers.filter((answer) => answer.error === null)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error).map(reasonOf)).toEqual([
      expect.objectContaining({ code: 'VALIDATION_FAILED', reason: 'UNKNOWN_DATA_KEY' }),
    ]);
  });

  test.each([
    [{ encryptionSystem: 'lit' }, 'UNSUPPORTED_ENCRYPTION_SYSTEM'],
    [{ encryptedBy: '0x000000000000000000000000000000000000dEaD' }, 'ENCRYPTED_BY_MISMATCH'],
    [{ accessControlConditions: 'not json' }, 'INVALID_CONDITIONS'],
    [{ accessControlConditions: '[]' }, 'INVALID_CONDITIONS'],
    [
      { accessControlConditions: teamConditions(`0x${'00'.repeat(32)}`).replace('"local"', '"base"') },
      'INVALID_CONDITIONS',
    ],
    [{ iv: 'AAAA' }, undefined],
    [{ contentHash: 'sha256:00' }, undefined],
  ])('with %j is refused before anything is stored', async (change, reason) => {
    const { error } = await attempt(change);
    expect(error.code).toBe('VALIDATION_FAILED');
    expect(JSON.parse(error.details).reason).toBe(reason);
  });

  test('is rejected for a public file', async () => {
    const { ciphertext, encryptionMetadata } = await encryptFor(service, lab, SECRET);
    const answer = await uploadFile(service, lab, ciphertext, {
      path: 'public.txt',
      accessLevel: 'PUBLIC',
      encryptionMetadata,
    });
    expect(reasonOf(answer).reason).toBe('INVALID_ACCESS_LEVEL');
  });
});
