import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { networks } from '#contracts/networks.ts';
import type { Endpoint } from './actors.ts';
import { ask } from './test-client.ts';
import { type Author, sha256 } from './test-upload.ts';

/** `hasRole(oclId, :userAddress, VIEWER)` on the access resolver: the team of a lab. */
export function teamConditions(oclId: Hex): string {
  return JSON.stringify([
    {
      conditionType: 'evmContract',
      contractAddress: networks[31337].contracts.accessResolver,
      chain: 'local',
      functionName: 'hasRole',
      functionParams: [oclId, ':userAddress', '1'],
      functionAbi: {
        type: 'function',
        name: 'hasRole',
        stateMutability: 'view',
        inputs: [
          { name: 'oclId', type: 'bytes32' },
          { name: 'account', type: 'address' },
          { name: 'role', type: 'uint8' },
        ],
        outputs: [{ name: '', type: 'bool' }],
      },
      returnValueTest: { key: '', comparator: '=', value: 'true' },
    },
  ]);
}

export async function generateKey(service: Endpoint, token: string) {
  const query =
    'mutation { generateDataEncryptionKey { plaintextDEK encryptedDek encryptionSystem error { code } } }';
  return (await ask(service, query, {}, token)).generateDataEncryptionKey;
}

/** Encrypts as a client would, and says so as `encryptionMetadata` wants it. */
export async function encryptFor(
  service: Endpoint,
  author: Author,
  plaintext: string,
  conditions = teamConditions(author.oclId),
) {
  const key = await generateKey(service, author.token);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key.plaintextDEK, 'base64'), iv);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  const encryptionMetadata = {
    encryptionSystem: key.encryptionSystem as string,
    encryptedDek: key.encryptedDek as string,
    iv: iv.toString('base64'),
    contentHash: `sha256-${sha256(plaintext)}`,
    accessControlConditions: conditions,
    encryptedBy: author.wallet,
    encryptedAt: new Date().toISOString(),
  };
  return { ciphertext, encryptionMetadata, plaintextDEK: key.plaintextDEK as string };
}

export function decrypt(ciphertext: Uint8Array, plaintextDEK: string, iv: string): string {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    Buffer.from(plaintextDEK, 'base64'),
    Buffer.from(iv, 'base64'),
  );
  decipher.setAuthTag(ciphertext.subarray(-16));
  return Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]).toString();
}

const DECRYPT = `mutation($oclId: String!, $filePath: String, $ref: String, $version: Int) {
  decryptDataKey(oclId: $oclId, filePath: $filePath, ref: $ref, version: $version) {
    plaintextDEK iv contentHash message error { code message details retryable } } }`;

export async function decryptDataKey(
  service: Endpoint,
  author: Author,
  file: { filePath?: string; ref?: string; version?: number },
) {
  return (await ask(service, DECRYPT, { oclId: author.oclId, ...file }, author.token)).decryptDataKey;
}
