import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { teamConditions } from '#testing/test-encryption.ts';
import { grantRole, mintLab } from '#testing/test-lab.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { fundedWallet, type TestWallet } from '#testing/test-wallets.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Uses HTTP only, like a program that has the documentation and a wallet. */
// biome-ignore lint/suspicious/noExplicitAny: plain JSON, as it comes.
async function graphql(query: string, variables: object, token?: string): Promise<any> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: service.credential,
      ...(token && { 'X-Service-Token': token }),
    },
    body: JSON.stringify({ query, variables }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: unknown }).data;
}

async function serviceToken(wallet: TestWallet): Promise<string> {
  const identity = { wallet: wallet.address, service: 'journey' };
  const { getServiceSignInMessage } = await graphql(
    'query($wallet: String!, $service: String!) { getServiceSignInMessage(walletAddress: $wallet, serviceName: $service) { message } }',
    identity,
  );
  const signature = await wallet.signMessage({ message: getServiceSignInMessage.message });
  const { generateServiceToken } = await graphql(
    `mutation($wallet: String!, $service: String!, $signature: String!) {
      generateServiceToken(walletAddress: $wallet, serviceName: $service, messageSignature: $signature, expiresIn: "1h") { token error { code } } }`,
    { ...identity, signature },
  );
  expect(generateServiceToken.error).toBeNull();
  return generateServiceToken.token;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('mint, register, upload encrypted, grant; a colleague opens the file, another wallet gets the reason why not', async () => {
  const [owner, colleague, stranger] = [await fundedWallet(), await fundedWallet(), await fundedWallet()];
  const { oclId } = await mintLab(owner);
  const token = await serviceToken(owner);

  const { createLab } = await graphql(
    'mutation($input: CreateLabInput!) { createLab(input: $input) { lab { shortname } error { code } } }',
    { input: { oclId } },
    token,
  );
  expect(createLab.error).toBeNull();

  const plaintext = Buffer.from('time,signal\n0,0.12\n1,0.35\n');
  const { generateDataEncryptionKey: key } = await graphql(
    'mutation { generateDataEncryptionKey { plaintextDEK encryptedDek encryptionSystem error { code } } }',
    {},
    token,
  );
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key.plaintextDEK, 'base64'), iv);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);

  const { initiateCreateOrUpdateFile: upload } = await graphql(
    `mutation($oclId: String!, $length: Int!) { initiateCreateOrUpdateFile(oclId: $oclId, contentType: "text/csv", contentLength: $length) {
      uploadToken uploadUrl method headers { key value } error { code } } }`,
    { oclId, length: ciphertext.length },
    token,
  );
  expect(upload.error).toBeNull();
  const put = await fetch(upload.uploadUrl, {
    method: upload.method,
    headers: upload.headers.map(({ key, value }: { key: string; value: string }) => [key, value]),
    body: ciphertext,
  });
  expect(put.ok).toBe(true);

  const { finishCreateOrUpdateFile: file } = await graphql(
    `mutation($oclId: String!, $uploadToken: String!, $changeBy: String!, $metadata: EncryptionMetadataInput!) {
      finishCreateOrUpdateFile(oclId: $oclId, uploadToken: $uploadToken, path: "signals/run-1.csv", accessLevel: "ADMIN",
        changeBy: $changeBy, encryptionMetadata: $metadata) { datasetId contentHash version error { code } } }`,
    {
      oclId,
      uploadToken: upload.uploadToken,
      changeBy: owner.address,
      metadata: {
        encryptionSystem: key.encryptionSystem,
        encryptedDek: key.encryptedDek,
        iv: iv.toString('base64'),
        contentHash: `sha256-${sha256(plaintext)}`,
        accessControlConditions: teamConditions(oclId),
        encryptedBy: owner.address,
        encryptedAt: new Date().toISOString(),
      },
    },
    token,
  );
  expect(file).toMatchObject({ error: null, version: 1, contentHash: `sha256:${sha256(ciphertext)}` });

  const open = async (wallet: TestWallet) => {
    const { decryptDataKey } = await graphql(
      `mutation($oclId: String!) { decryptDataKey(oclId: $oclId, filePath: "signals/run-1.csv") { plaintextDEK iv contentHash error { code message details } } }`,
      { oclId },
      await serviceToken(wallet),
    );
    return decryptDataKey;
  };
  const refused = await open(stranger);
  expect(refused.plaintextDEK).toBeNull();
  expect(refused.error.code).toBe('UNAUTHORIZED');
  expect(JSON.parse(refused.error.details)).toMatchObject({
    reason: 'ACCESS_CONDITIONS_NOT_MET',
    predicates: [{ met: false }],
  });

  await grantRole(owner, { oclId, to: colleague.address, role: 'VIEWER' });
  const released = await open(colleague);
  const { dataRoomFile } = await graphql(
    'query($oclId: String!) { dataRoomFile(oclId: $oclId, path: "signals/run-1.csv") { downloadUrl contentHash encryptionMetadata { contentHash } } }',
    { oclId },
  );
  const stored = Buffer.from(await (await fetch(dataRoomFile.downloadUrl)).arrayBuffer());
  expect(`sha256:${sha256(stored)}`).toBe(dataRoomFile.contentHash);
  const decipher = createDecipheriv(
    'aes-256-gcm',
    Buffer.from(released.plaintextDEK, 'base64'),
    Buffer.from(released.iv, 'base64'),
  );
  decipher.setAuthTag(stored.subarray(-16));
  const opened = Buffer.concat([decipher.update(stored.subarray(0, -16)), decipher.final()]);
  expect(opened).toEqual(plaintext);
  expect(released.contentHash).toBe(`sha256-${sha256(opened)}`);
  // This query has no wallet, and the hash could confirm a guess of the content.
  expect(dataRoomFile.encryptionMetadata.contentHash).toBeNull();
});
