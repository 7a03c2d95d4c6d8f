import { createDecipheriv } from 'node:crypto';
import { seal } from '@labroom/client/crypto/aes-gcm';
import { bytesFromBase64 } from '@labroom/client/crypto/base64';
import {
  ChangeFileVersionAccessDocument,
  DecryptDataKeyDocument,
  GenerateDataEncryptionKeyDocument,
} from '@labroom/client/documents';
import { networks } from '@labroom/contracts/networks';
import { conditionsForTeam } from '@labroom/protocol/conditions';
import type { Hex } from 'viem';
import { type Api, type Proof, resultOf } from './test-client.ts';
import { type Author, fileAt, sent, sha256, uploadFile } from './test-upload.ts';

export const teamConditions = (oclId: Hex): string =>
  JSON.stringify(conditionsForTeam(oclId, networks[31337]));

export const generateKey = (service: Api, proof?: Proof) =>
  resultOf(service, GenerateDataEncryptionKeyDocument, {}, proof);

/** Encrypts as a client does, and says so as `encryptionMetadata` wants it. */
export async function encryptFor(
  service: Api,
  author: Author,
  plaintext: string,
  conditions = teamConditions(author.oclId),
) {
  const key = await generateKey(service, author.token);
  const sealed = await seal(Buffer.from(plaintext), bytesFromBase64(key.plaintextDEK));
  const encryptionMetadata = {
    encryptionSystem: key.encryptionSystem as string,
    encryptedDek: key.encryptedDek as string,
    iv: sealed.iv,
    contentHash: sealed.plaintextHash,
    accessControlConditions: conditions,
    encryptedBy: author.wallet,
    encryptedAt: new Date().toISOString(),
  };
  const ciphertext = Buffer.from(sealed.ciphertext);
  return { ciphertext, encryptionMetadata, plaintextDEK: key.plaintextDEK as string };
}

/** Encrypts and uploads; the result of the finish, with what was sent. */
export async function uploadSecret(
  service: Api,
  author: Author,
  plaintext: string,
  args: Record<string, unknown>,
  conditions?: string,
) {
  const encrypted = await encryptFor(service, author, plaintext, conditions);
  const { ciphertext, encryptionMetadata } = encrypted;
  const all = { accessLevel: 'ADMIN', encryptionMetadata, ...args };
  return { ...(await uploadFile(service, author, ciphertext, all)), ...encrypted };
}

interface VersionChange {
  path: string;
  version: number;
  plaintext: string;
  accessLevel?: 'PUBLIC' | 'HOLDERS' | 'ADMIN';
  conditions?: string;
  contentType?: string;
}

/** Arguments of `changeFileVersionAccess`, with the bytes sent: the content encrypted with a new key, or for everyone. */
export async function accessChange(service: Api, author: Author, change: VersionChange) {
  const { path, version, plaintext, accessLevel = 'ADMIN', conditions, contentType } = change;
  const { did: ref, versions } = await fileAt(service, author, path);
  const { contentHash: replaces } = versions.find((one: { version: number }) => one.version === version);
  const encrypted =
    accessLevel === 'PUBLIC' ? null : await encryptFor(service, author, plaintext, conditions);
  const bytes = encrypted?.ciphertext ?? Buffer.from(plaintext);
  return {
    ...{ oclId: author.oclId, ref, version, replaces, accessLevel, changeBy: author.wallet },
    uploadToken: await sent(service, author, bytes, contentType),
    contentHash: `sha256:${sha256(bytes)}`,
    ...(encrypted && { encryptionMetadata: encrypted.encryptionMetadata }),
  };
}

export const changeAccess = async (service: Api, author: Author, change: VersionChange) =>
  resultOf(
    service,
    ChangeFileVersionAccessDocument,
    await accessChange(service, author, change),
    author.token,
  );

/** Without the client, so that its encryption is checked by another implementation. */
export function decrypt(ciphertext: Uint8Array, plaintextDEK: string, iv: string): string {
  const [key, nonce] = [Buffer.from(plaintextDEK, 'base64'), Buffer.from(iv, 'base64')];
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAuthTag(ciphertext.subarray(-16));
  return Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]).toString();
}

export const decryptDataKey = (
  service: Api,
  { oclId, token }: Author,
  file: { filePath?: string; ref?: string; version?: number },
) => resultOf(service, DecryptDataKeyDocument, { oclId, ...file }, token);
