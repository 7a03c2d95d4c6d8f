import { createHash } from 'node:crypto';
import {
  CreateAnnouncementDocument,
  DeleteDataRoomFileDocument,
  FinishCreateOrUpdateFileDocument,
  InitiateCreateOrUpdateFileDocument,
  TrashEntryDocument,
  UpdateFileMetadataDocument,
} from '@labroom/client/documents';
import type { Hex } from 'viem';
import { FILE } from './documents.ts';
import { type Api, ask, type Proof, resultOf } from './test-client.ts';

/** Where a test writes: a service, a lab, and who writes there. */
export interface Author {
  oclId: Hex;
  wallet: string;
  token: string;
}

type Bytes = Uint8Array | string;

export function sha256(bytes: Bytes): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export const initiate = (
  service: Api,
  { oclId, token }: Author,
  contentLength: number,
  contentType = 'text/plain',
) => resultOf(service, InitiateCreateOrUpdateFileDocument, { oclId, contentType, contentLength }, token);

/** Sends the bytes with exactly the headers that were returned; the status says whether they were taken. */
export async function put(
  upload: { uploadUrl: string; headers: { key: string; value: string }[] },
  bytes: Bytes,
): Promise<number> {
  const headers = Object.fromEntries(upload.headers.map(({ key, value }) => [key, value]));
  return (await fetch(upload.uploadUrl, { method: 'PUT', headers, body: bytes as BodyInit })).status;
}

export function finish(service: Api, author: Author, uploadToken: string, args: Record<string, unknown>) {
  const { oclId, wallet: changeBy, token } = author;
  const variables = { oclId, uploadToken, accessLevel: 'PUBLIC', changeBy, ...args };
  return resultOf(service, FinishCreateOrUpdateFileDocument, variables, token);
}

/** Initiates and sends, ready to finish. */
export async function sent(
  service: Api,
  author: Author,
  bytes: Bytes,
  contentType?: string,
): Promise<string> {
  const upload = await initiate(service, author, Buffer.byteLength(bytes), contentType);
  if (upload.error) throw new Error(upload.error.message);
  const status = await put(upload, bytes);
  if (status >= 300) throw new Error(`PUT answered ${status}`);
  return upload.uploadToken;
}

/** All three steps. */
export async function uploadFile(
  service: Api,
  author: Author,
  bytes: Bytes,
  args: Record<string, unknown>,
  contentType?: string,
) {
  return finish(service, author, await sent(service, author, bytes, contentType), args);
}

export const fileAt = async (service: Api, { oclId }: Pick<Author, 'oclId'>, path: string, proof?: Proof) =>
  (await ask(service, FILE, { oclId, path }, proof)).dataRoomFile;

export const updateFile = (
  service: Api,
  { oclId, token }: Author,
  args: { ref: string; [name: string]: unknown },
) => resultOf(service, UpdateFileMetadataDocument, { oclId, accessLevel: 'PUBLIC', ...args }, token);

export const deleteFile = (service: Api, { oclId, wallet, token }: Author, path: string, changeBy = wallet) =>
  resultOf(service, DeleteDataRoomFileDocument, { oclId, path, changeBy }, token);

export const trashFile = (
  service: Api,
  { oclId, token }: Pick<Author, 'oclId' | 'token'>,
  ...paths: string[]
) => resultOf(service, TrashEntryDocument, { oclId, paths }, token);

/** Uploads a file and moves it to the trash; its id there. */
export async function trashedFile(service: Api, author: Author, path: string): Promise<string> {
  await uploadFile(service, author, 'bytes', { path });
  return (await trashFile(service, author, path)).ids[0];
}

export const announce = (
  service: Api,
  { oclId, token }: Pick<Author, 'oclId' | 'token'>,
  args: Record<string, unknown> = {},
) => resultOf(service, CreateAnnouncementDocument, { oclId, headline: 'News', body: 'Text', ...args }, token);
