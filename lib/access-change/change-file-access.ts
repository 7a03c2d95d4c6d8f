import { LabroomError } from '@labroom/client/api-failure';
import type { DiscussionKeyring } from '@labroom/client/comments/comments-api';
import type { FileCrypto } from '@labroom/client/crypto/crypto-api';
import { TAG_BYTES } from '@labroom/client/crypto/gcm-lengths';
import {
  ChangeFileVersionAccessDocument,
  DataRoomFileDocument,
  type DataRoomFileQuery,
} from '@labroom/client/documents';
import { createDownloadApi, type FileDetail, versionOf } from '@labroom/client/download/download-api';
import type { FileVersion } from '@labroom/client/download/download-ports';
import { openFile } from '@labroom/client/download/open-file';
import { createRangeApi, openRangedObject } from '@labroom/client/download/read-range';
import type { ApiCall } from '@labroom/client/execute';
import { keptNowhere } from '@labroom/client/upload/kept-uploads';
import { createPartsApi, createUploadApi } from '@labroom/client/upload/upload-api';
import { type UploadCheckpoint, uploadFile } from '@labroom/client/upload/upload-file';
import { IN_PARTS_FROM, resendInParts } from '@labroom/client/upload/upload-in-parts';
import type { UploadPorts } from '@labroom/client/upload/upload-ports';
import type { UploadRequest } from '@labroom/client/upload/upload-request';
import { withRetry } from '@labroom/client/upload/with-retry';
import { type CommentsOfPublished, commentKeys, publishedWith, wrappedFor } from './comment-keys.ts';

/** Versions of which no range can be verified are held in memory. 100 MiB, shown as 100 MB. */
const MAX_IN_MEMORY_BYTES = 100 * 1024 * 1024;

export interface AccessChangePorts {
  call: ApiCall;
  crypto: Pick<FileCrypto, 'decrypt' | 'encrypt' | 'fetch' | 'prepareParts' | 'parts' | 'put' | 'send'>;
  now: UploadPorts['now'];
  wait: UploadPorts['wait'];
}

export interface AccessChange {
  oclId: string;
  file: { did: string; path: string };
  /** The number of a version, or several. */
  versions: number | 'newest' | 'all';
  /** Who can open the versions afterwards; `same` gives them a new key. */
  access: UploadRequest['access'] | 'same';
  /** For versions that become public. */
  comments?: CommentsOfPublished | undefined;
  /** The authenticated wallet. */
  wallet: string;
  /** Whether the wallet may change versions that others added. */
  isOwner: boolean;
}

export interface AccessChangeResult {
  changed: number;
  /** Versions that the wallet may not change, because others added them. */
  ofOthers: number;
}

/**
 * Changes who can open versions of a file: downloads and decrypts each, encrypts it anew if it is not to be public, and
 * replaces the stored bytes. Versions that have the wanted access already stay as they are, so an interrupted change can be
 * repeated. Errors: `LabroomError`, `CryptoError`.
 */
export async function changeFileAccess(
  ports: AccessChangePorts,
  change: AccessChange,
  signal: AbortSignal,
): Promise<AccessChangeResult> {
  const result = { changed: 0, ofOthers: 0 };
  let file: FileDetail | null = await readFile(ports, change, signal);
  for (const number of numbersOf(file, change.versions)) {
    // A change replaces the bytes of every version that was restored from it.
    file ??= await readFile(ports, change, signal);
    const outcome = await changeVersion(ports, change, { file, number }, signal);
    if (outcome !== 'kept') result[outcome] += 1;
    if (outcome === 'changed') file = null;
  }
  return result;
}

type Outcome = 'changed' | 'kept' | 'ofOthers';

async function changeVersion(
  ports: AccessChangePorts,
  change: AccessChange,
  { file, number, isRepeated = false }: { file: FileDetail; number: number; isRepeated?: boolean },
  signal: AbortSignal,
): Promise<Outcome> {
  const version = versionOf(file, number);
  if (!version || hasAccess(version, change.access)) return 'kept';
  if (!change.isOwner && version.changeBy !== change.wallet) return 'ofOthers';
  try {
    await replaceBytes(ports, change, version, signal);
    return 'changed';
  } catch (error) {
    if (!(error instanceof LabroomError && error.reason === 'VERSION_CHANGED') || isRepeated) throw error;
    // Somebody replaced the bytes meanwhile, with another key.
    if (change.access === 'same') return 'kept';
    const current = await readFile(ports, change, signal);
    return changeVersion(ports, change, { file: current, number, isRepeated: true }, signal);
  }
}

async function replaceBytes(
  ports: AccessChangePorts,
  { oclId, access, comments, wallet }: AccessChange,
  version: FileVersion,
  signal: AbortSignal,
): Promise<void> {
  const { call, crypto } = ports;
  const downloadApi = createDownloadApi(call);
  // Comments on the version have keys of its data key, which this change destroys.
  let keyring: DiscussionKeyring | null = null;
  let nextKey = '';
  const download = {
    api: {
      ...downloadApi,
      async decryptDataKey(...args: Parameters<typeof downloadApi.decryptDataKey>) {
        const released = await downloadApi.decryptDataKey(...args);
        keyring = await commentKeys(call, oclId, version, released.key);
        return released;
      },
    },
    crypto,
  };
  const source = version.contentLength >= IN_PARTS_FROM ? await openSource() : null;
  if (!source && version.contentLength > MAX_IN_MEMORY_BYTES + TAG_BYTES) throw tooLarge();
  const body = source ? new Blob() : await openBody();
  const checkpoint: UploadCheckpoint = {};
  const uploadApi = createUploadApi(call);
  const api = {
    ...uploadApi,
    async generateDataEncryptionKey(signal: AbortSignal) {
      const generated = await uploadApi.generateDataEncryptionKey(signal);
      nextKey = generated.plaintextDEK;
      return generated;
    },
    async finish({
      uploadToken,
      accessLevel,
      changeBy,
      encryptionMetadata,
    }: Parameters<UploadPorts['api']['finish']>[0]) {
      const { changeFileVersionAccess: done } = await call(ChangeFileVersionAccessDocument, {
        oclId,
        uploadToken,
        ref: version.did,
        version: version.version,
        replaces: version.contentHash,
        contentHash: checkpoint.sent && 'hash' in checkpoint.sent.sent ? checkpoint.sent.sent.hash : '',
        accessLevel,
        changeBy,
        ...(encryptionMetadata && { encryptionMetadata }),
        ...(keyring && (nextKey ? await wrappedFor(keyring, nextKey) : publishedWith(keyring, comments))),
      });
      return { datasetId: version.did, contentHash: done.contentHash ?? '', version: version.version };
    },
  };
  const request: UploadRequest = {
    oclId,
    file: new File([body], ''),
    contentType: version.contentType,
    target: { ref: version.did },
    access: access === 'same' ? accessOf(version) : access,
    changeBy: wallet,
  };
  function openSource() {
    const api = { ...createRangeApi(call), ...download.api };
    return withRetry(() => openRangedObject(api, oclId, version, signal), ports, signal);
  }
  async function openBody(): Promise<Blob> {
    return (await withRetry(() => openFile(download, oclId, version, { signal }), ports, signal)).body;
  }
  try {
    if (source) {
      // Read, verified and sent piece by piece; only the end of the upload is left to `uploadFile`.
      const inParts = { api: createPartsApi(call), crypto, kept: keptNowhere };
      checkpoint.sent = await resendInParts({ ...ports, api, inParts }, { ...request, file: source }, signal);
    }
    await uploadFile({ ...ports, api }, request, checkpoint, signal);
  } catch (error) {
    throw error instanceof LabroomError && error.reason === 'QUOTA_EXCEEDED' ? quotaError(error) : error;
  }
}

async function readFile(
  { call, wait }: AccessChangePorts,
  { oclId, file: { did, path } }: AccessChange,
  signal: AbortSignal,
): Promise<FileDetail> {
  const read = () => call(DataRoomFileDocument, { oclId, path }, signal);
  const { dataRoomFile: file }: DataRoomFileQuery = await withRetry(read, { wait }, signal);
  if (file?.did === did) return file;
  throw new LabroomError({
    code: 'NOT_FOUND',
    message: 'The file was moved, replaced or deleted meanwhile.',
  });
}

function numbersOf(file: FileDetail, versions: AccessChange['versions']): number[] {
  if (typeof versions === 'number') return [versions];
  return versions === 'newest' ? [file.version] : (file.versions ?? []).map(({ version }) => version);
}

function accessOf({ accessLevel, encryption }: FileVersion): UploadRequest['access'] {
  if (!encryption) return { level: 'PUBLIC' };
  return {
    level: accessLevel === 'HOLDERS' ? 'HOLDERS' : 'ADMIN',
    conditions: encryption.accessControlConditions,
  };
}

function hasAccess(version: FileVersion, wanted: AccessChange['access']): boolean {
  const { encryption } = version;
  // A public version has no key that could be renewed.
  if (!encryption) return wanted === 'same' || wanted.level === 'PUBLIC';
  if (wanted === 'same' || wanted.level === 'PUBLIC') return false;
  return version.accessLevel === wanted.level && encryption.accessControlConditions === wanted.conditions;
}

/** The former bytes are deleted after the new ones are in use. */
const quotaError = ({ code, requestId }: LabroomError) =>
  new LabroomError({
    code,
    requestId,
    message:
      'The lab has too little free storage: while a version is replaced, its bytes are stored twice. Delete files, or ask the operator for more.',
  });

const tooLarge = () =>
  new LabroomError({
    code: 'VALIDATION_FAILED',
    message:
      'Larger than 100 MB, and not uploaded in parts, so this page cannot read it piece by piece. Programs can change it through the API.',
  });
