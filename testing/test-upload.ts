import { createHash } from 'node:crypto';
import type { Hex } from 'viem';
import type { Endpoint } from './actors.ts';
import { ask } from './test-client.ts';

const INITIATE = `mutation($oclId: String!, $contentType: String!, $contentLength: Int!) {
  initiateCreateOrUpdateFile(oclId: $oclId, contentType: $contentType, contentLength: $contentLength) {
    uploadToken uploadUrl uploadUrlExpiry method headers { key value } error { code message details } } }`;

const FINISH = `mutation($oclId: String!, $uploadToken: String!, $path: String, $ref: String, $accessLevel: String!,
  $changeBy: String!, $description: String, $tags: [String!], $categories: [String!], $contentText: String,
  $encryptionMetadata: EncryptionMetadataInput) {
  finishCreateOrUpdateFile(oclId: $oclId, uploadToken: $uploadToken, path: $path, ref: $ref, accessLevel: $accessLevel,
    changeBy: $changeBy, description: $description, tags: $tags, categories: $categories, contentText: $contentText,
    encryptionMetadata: $encryptionMetadata) {
    datasetId contentHash version message error { code message details retryable } } }`;

/** Where a test writes: a service, a lab, and who writes there. */
export interface Author {
  oclId: Hex;
  wallet: string;
  token: string;
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export async function initiate(
  service: Endpoint,
  author: Author,
  contentLength: number,
  contentType = 'text/plain',
) {
  const data = await ask(
    service,
    INITIATE,
    { oclId: author.oclId, contentType, contentLength },
    author.token,
  );
  return data.initiateCreateOrUpdateFile;
}

/** Sends the bytes with exactly the headers that were returned; the status says whether they were taken. */
export async function put(
  upload: { uploadUrl: string; headers: { key: string; value: string }[] },
  bytes: Uint8Array | string,
) {
  const headers = Object.fromEntries(upload.headers.map(({ key, value }) => [key, value]));
  return (await fetch(upload.uploadUrl, { method: 'PUT', headers, body: bytes as BodyInit })).status;
}

export async function finish(
  service: Endpoint,
  author: Author,
  uploadToken: string,
  args: Record<string, unknown>,
) {
  const variables = {
    oclId: author.oclId,
    uploadToken,
    accessLevel: 'PUBLIC',
    changeBy: author.wallet,
    ...args,
  };
  return (await ask(service, FINISH, variables, author.token)).finishCreateOrUpdateFile;
}

/** Initiates and sends, ready to finish. */
export async function sent(service: Endpoint, author: Author, bytes: Uint8Array | string): Promise<string> {
  const upload = await initiate(service, author, Buffer.byteLength(bytes));
  if (upload.error) throw new Error(upload.error.message);
  const status = await put(upload, bytes);
  if (status !== 200) throw new Error(`PUT answered ${status}`);
  return upload.uploadToken;
}

/** All three steps. */
export async function uploadFile(
  service: Endpoint,
  author: Author,
  bytes: Uint8Array | string,
  args: Record<string, unknown>,
) {
  return finish(service, author, await sent(service, author, bytes), args);
}
